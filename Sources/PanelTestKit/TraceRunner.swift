import PanelFiles
