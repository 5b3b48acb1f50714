// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "gpiopress",
  products: [
    .executable(name: "gpiopress", targets: ["gpiopress"]),
    .library(name: "ButtonController", targets: ["ButtonController"]),
    .library(name: "CGpiod", targets: ["CGpiod"]),
    .library(name: "PanelTestKit", targets: ["PanelTestKit"]),
  ],
  targets: [
    .target(name: "ButtonController"),
    .systemLibrary(
      name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CBoards"),
    .target(name: "PanelFiles", dependencies: ["ButtonController", "CYaml", "CBoards"]),
    .systemLibrary(
      name: "CLibgpiod", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
    .target(name: "CGpiod", dependencies: ["CLibgpiod"]),
    .target(name: "CPanelLinux"),
    .target(name: "CMosquitto"),
    .target(
      name: "PanelHardware",
      dependencies: ["ButtonController", "PanelFiles", "CGpiod", "CPanelLinux"]),
    .target(
      name: "PanelOutputs",
      dependencies: [
        "ButtonController", "PanelFiles", "PanelHardware", "CPanelLinux", "CMosquitto",
      ]),
    .target(name: "PanelTestKit", dependencies: ["ButtonController", "PanelFiles"]),
    .executableTarget(
      name: "gpiopress",
      dependencies: [
        "ButtonController", "PanelFiles", "PanelHardware", "PanelOutputs", "PanelTestKit",
        "CPanelLinux",
      ]),
    .executableTarget(
      name: "example-in-memory", dependencies: ["ButtonController"], path: "Examples/InMemory"),
    .executableTarget(
      name: "example-kernel-line", dependencies: ["ButtonController", "CGpiod"],
      path: "Examples/KernelLine"),
    .executableTarget(
      name: "engine-proof", dependencies: ["ButtonController", "PanelTestKit"],
      path: "Tests/EngineProof"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "engine-bench",
      dependencies: [
        "ButtonController", "PanelTestKit", "PanelFiles", "PanelHardware", "CAllocations",
      ],
      path: "Tests/EngineBench"),
    .executableTarget(
      name: "engine-fuzz", dependencies: ["ButtonController", "PanelFiles", "PanelTestKit"],
      path: "Tests/EngineFuzz", exclude: ["corpus"]),
    .testTarget(
      name: "ButtonControllerTests",
      dependencies: ["ButtonController", "PanelFiles", "PanelTestKit"],
      exclude: ["everything.yaml"]),
    .testTarget(
      name: "PanelFilesTests", dependencies: ["PanelFiles"], exclude: ["newcomer-errors.txt"]),
    .target(
      name: "LoopTestKit",
      dependencies: ["ButtonController", "PanelFiles", "PanelHardware", "CPanelLinux"],
      path: "Tests/LoopTestKit"),
    .testTarget(
      name: "PanelHardwareTests",
      dependencies: ["PanelHardware", "PanelTestKit", "LoopTestKit", "CPanelLinux"]),
    .testTarget(
      name: "PanelOutputsTests",
      dependencies: [
        "PanelOutputs", "PanelHardware", "PanelFiles", "PanelTestKit", "LoopTestKit",
        "ButtonController", "CPanelLinux",
      ]),
    .testTarget(
      name: "gpiopressTests",
      dependencies: [
        "gpiopress", "ButtonController", "PanelTestKit", "PanelFiles", "PanelHardware",
        "PanelOutputs", "LoopTestKit",
      ],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
