// swift-tools-version: 6.0
import PackageDescription

// A quarter of what a turn of the loop takes is asking whether two parts of the program change one property
// at once. Debug builds and all tests ask; what is released does not. No library product has these
// targets in it, as SwiftPM refuses unsafe flags in what a package depends on.
let unchecked: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

let package = Package(
  name: "gpiopress",
  products: [
    .executable(name: "gpiopress", targets: ["gpiopress"]),
    .library(name: "ButtonController", targets: ["ButtonController"]),
    .library(name: "CGpiod", targets: ["CGpiod"]),
    .library(name: "PanelFiles", targets: ["PanelFiles"]),
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
      dependencies: ["ButtonController", "PanelFiles", "CGpiod", "CPanelLinux"],
      swiftSettings: unchecked),
    .target(
      name: "PanelOutputs",
      dependencies: [
        "ButtonController", "PanelFiles", "PanelHardware", "CPanelLinux", "CMosquitto",
      ],
      swiftSettings: unchecked),
    .target(name: "PanelReplay", dependencies: ["ButtonController", "PanelFiles"]),
    .target(
      name: "PanelTestKit", dependencies: ["ButtonController", "PanelFiles", "PanelReplay"]),
    .executableTarget(
      name: "gpiopress",
      dependencies: [
        "ButtonController", "PanelFiles", "PanelHardware", "PanelOutputs", "PanelReplay",
        "CPanelLinux",
      ],
      swiftSettings: unchecked),
    .executableTarget(
      name: "example-in-memory", dependencies: ["ButtonController"], path: "Examples/InMemory"),
    .executableTarget(
      name: "example-kernel-line", dependencies: ["ButtonController", "CGpiod"],
      path: "Examples/KernelLine"),
    .executableTarget(
      name: "engine-proof", dependencies: ["ButtonController", "EngineTestKit"],
      path: "Tests/EngineProof"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .executableTarget(
      name: "engine-bench",
      dependencies: [
        "ButtonController", "EngineTestKit", "PanelFiles", "PanelHardware", "PanelOutputs",
        "CAllocations", "CPanelLinux",
      ],
      path: "Tests/EngineBench", swiftSettings: unchecked),
    .executableTarget(
      name: "engine-fuzz",
      dependencies: ["ButtonController", "PanelFiles", "PanelReplay", "EngineTestKit"],
      path: "Tests/EngineFuzz", exclude: ["corpus"]),
    .executableTarget(
      name: "trace-fuzz", dependencies: ["ButtonController", "PanelFiles"],
      path: "Tests/TraceFuzz", exclude: ["corpus", "words.dict"]),
    .testTarget(
      name: "ButtonControllerTests",
      dependencies: ["ButtonController", "PanelFiles", "PanelReplay", "EngineTestKit"],
      exclude: ["everything.yaml"]),
    .testTarget(
      name: "PanelFilesTests", dependencies: ["PanelFiles"], exclude: ["newcomer-errors.txt"]),
    .testTarget(
      name: "VcdToolsTests", dependencies: ["ButtonController", "PanelFiles"]),
    .target(
      name: "EngineTestKit", dependencies: ["ButtonController", "PanelFiles"],
      path: "Tests/EngineTestKit"),
    .target(
      name: "LoopTestKit",
      dependencies: ["ButtonController", "PanelFiles", "PanelHardware", "CPanelLinux"],
      path: "Tests/LoopTestKit"),
    .testTarget(
      name: "PanelHardwareTests",
      dependencies: [
        "PanelHardware", "PanelReplay", "EngineTestKit", "LoopTestKit", "CPanelLinux",
      ]),
    .testTarget(
      name: "PanelTestKitTests", dependencies: ["PanelTestKit", "PanelFiles", "ButtonController"]),
    .testTarget(
      name: "PanelOutputsTests",
      dependencies: [
        "PanelOutputs", "PanelHardware", "PanelFiles", "PanelReplay", "EngineTestKit",
        "LoopTestKit", "ButtonController", "CPanelLinux",
      ]),
    .testTarget(
      name: "gpiopressTests",
      dependencies: [
        "gpiopress", "ButtonController", "PanelReplay", "PanelFiles", "PanelHardware",
        "PanelOutputs", "EngineTestKit", "LoopTestKit",
      ],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6]
)
