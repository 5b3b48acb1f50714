import ButtonController
import Glibc
import PanelFiles

/// The machine's own GPIO lines, through libgpiod.
public final class GpioHardware: LineHardware {
  private let clock: any PanelClock
  private let folder: String
  /// Whether it was said what this libgpiod cannot ask for: a chip that comes back is no news.
  private var hasToldOfLibrary = false

  /// The chips below `folder`.
  public init(clock: any PanelClock, folder: String = "/dev") {
    self.clock = clock
    self.folder = folder
  }

  /// Watches the folder of the chips by inotify; nil where it would never report, as in a container.
  public func watchChips() throws(SystemError) -> (any ChipWatch)? {
    guard DeviceWatch.isKeptByKernel(folder) else { return nil }
    return try DeviceFolderWatch(folder: folder)
  }

  private final class DeviceFolderWatch: ChipWatch {
    private let watch: DeviceWatch
    private let beginning: String

    init(folder: String) throws(SystemError) {
      watch = try DeviceWatch([folder])
      beginning = "\(folder)/gpiochip"
    }

    var raw: Int32 { watch.raw }

    func take() -> Bool { watch.take().mayConcern(pathsBeginningWith: beginning) }
  }

  /// Lines of one chip that can be requested together.
  private struct Group {
    var path: String
    var label: String
    var isPolled: Bool
    var poll: TimeSpan
    var lines: [Int] = []
    var offsets: [Int] = []
  }

  /// Requests what is there and free; a line's own trouble leaves the others alone.
  public func open(_ wanted: [Int], of plans: [LinePlan]) -> LineOpening {
    let readsNames = wanted.contains { plans[$0].isNamed }
    let table = ChipTable.scan(folder: folder, readsNames: readsNames)
    var opening = LineOpening()
    var groups: [Group] = []
    for line in wanted {
      do throws(LineTrouble) {
        let found = try table.find(plans[line], line: line)
        GpioHardware.add(line, found, plans[line], to: &groups)
      } catch {
        opening.troubles.append(error)
      }
    }
    for group in groups { open(group, of: plans, into: &opening) }
    let queued = opening.sources.filter { $0.pollPeriod == nil }.flatMap(\.lines)
    if !hasToldOfLibrary,
      let note = Grant.note(for: queued, of: plans, hasDebounce: GpioLibrary.hasDebounce)
    {
      hasToldOfLibrary = true
      opening.notes.append(note)
    }
    return opening
  }

  private static func add(
    _ line: Int, _ found: ChipTable.Found, _ plan: LinePlan, to groups: inout [Group]
  ) {
    let place = groups.firstIndex {
      $0.path == found.path && $0.isPolled == plan.isPolled
        && (!plan.isPolled || $0.poll == plan.poll) && $0.lines.count < GpioRequest.mostLines
    }
    if let place {
      groups[place].lines.append(line)
      groups[place].offsets.append(found.offset)
      return
    }
    groups.append(
      Group(
        path: found.path, label: found.label, isPolled: plan.isPolled, poll: plan.poll,
        lines: [line], offsets: [found.offset]))
  }

  private func open(_ group: Group, of plans: [LinePlan], into opening: inout LineOpening) {
    do throws(SystemError) {
      let chip = try GpioChip(path: group.path)
      do throws(SystemError) {
        opening.sources.append(try request(group, on: chip, plans, .everything))
      } catch  where group.lines.count > 1 {
        // One line's trouble fails the whole request; alone, each says its own.
        for index in group.lines.indices {
          var single = group
          single.lines = [group.lines[index]]
          single.offsets = [group.offsets[index]]
          openAlone(single, on: chip, plans, &opening)
        }
      } catch {
        openAlone(group, on: chip, plans, &opening)
      }
    } catch {
      for line in group.lines {
        opening.troubles.append(
          LineTrouble.refusal(
            error.code, of: plans[line], line: line, place: "\(group.path) [\(group.label)]",
            holder: nil))
      }
    }
  }

  private func request(
    _ group: Group, on chip: GpioChip, _ plans: [LinePlan], _ grant: Grant
  ) throws(SystemError) -> any LineSource {
    let wantsEdges = grant.hasEdges && !group.isPolled
    var lines: [GpioRequest.Line] = []
    for (line, offset) in zip(group.lines, group.offsets) {
      let plan = plans[line]
      let microseconds =
        grant.hasDebounce && wantsEdges ? plan.kernelDebounce.nanoseconds / 1_000 : 0
      lines.append(
        GpioRequest.Line(
          offset: offset, bias: grant.hasBias ? plan.bias : nil, isActiveLow: plan.isActiveLow,
          debounceMicroseconds: Int(microseconds), wantsEdges: wantsEdges))
    }
    let buffer = wantsEdges ? EdgeSource.eventBuffer(lines: lines.count) : 0
    let request = try GpioRequest(chip, lines, eventBuffer: buffer)
    return wantsEdges
      ? EdgeSource(lines: group.lines, request: request, clock: clock)
      : try PolledSource(lines: group.lines, request: request, period: group.poll)
  }

  private func openAlone(
    _ group: Group, on chip: GpioChip, _ plans: [LinePlan], _ opening: inout LineOpening
  ) {
    let (line, offset) = (group.lines[0], group.offsets[0])
    let plan = plans[line]
    let place = "line \(offset) of \(group.label) (\(group.path))"
    var ladder = Grant.ladder(for: plan, isPolled: group.isPolled)[...]
    while let grant = ladder.first {
      do throws(SystemError) {
        opening.sources.append(try request(group, on: chip, plans, grant))
        opening.notes += grant.notes(for: plan, place: place)
        return
      } catch {
        let holder = try? chip.facts(ofLine: offset)
        ladder = Grant.after(error.code, isThere: holder != nil, on: ladder)
        guard ladder.isEmpty else { continue }
        opening.troubles.append(
          LineTrouble.refusal(error.code, of: plan, line: line, place: place, holder: holder))
      }
    }
  }
}
