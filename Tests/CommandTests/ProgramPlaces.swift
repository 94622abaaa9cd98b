import Foundation
import Testing

#if compiler(>=6.1)
  /// The places for tests that run programs: two for each processor. All tests of a run begin at once otherwise, and the programs of the
  /// last ones would wait too long for those of the others.
  private actor ProgramPlaces {
    static let shared = ProgramPlaces(2 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Takes a place. Tests get one in the order in which they asked.
    func take() async {
      guard free == 0 else {
        free -= 1
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
      guard waiting.isEmpty else { return waiting.removeFirst().resume() }
      free += 1
    }
  }

  /// Gives each test case of a suite one place, for all the programs that it starts.
  struct ProgramPlace: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal fileprivate static var isTaken = false

    let isRecursive = true

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      await ProgramPlaces.shared.take()
      let result: Result<Void, any Error>
      do {
        result = .success(try await Self.$isTaken.withValue(true) { try await function() })
      } catch {
        result = .failure(error)
      }
      await ProgramPlaces.shared.giveBack()
      try result.get()
    }

    /// Reports a test that starts a program without a place.
    static func check() {
      guard Test.Case.current != nil, !isTaken else { return }
      Issue.record("a test of a suite without the trait .startsPrograms starts a program")
    }
  }

  extension Trait where Self == ProgramPlace {
    /// For every suite whose tests start programs.
    static var startsPrograms: Self { Self() }
  }
#else
  /// These compilers have no traits that a test runs in, so the tests of each suite run one after the other.
  enum ProgramPlace {
    static func check() {}
  }

  extension Trait where Self == ParallelizationTrait {
    static var startsPrograms: Self { .serialized }
  }
#endif
