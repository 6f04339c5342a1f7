import Files
import Foundation
import PostgresIndex

extension AskCommand: ConfinedCommand {
  var reach: Reach {
    Reach(
      index: options.path, outputs: [traceOptions.trace],
      models: [modelOptions.model, options.encoderOptions.encoder, rerankOptions.name])
  }
}

extension ChatCommand: ConfinedCommand {
  var reach: Reach {
    Reach(
      index: options.path, outputs: [traceOptions.trace, UserFolders.data + "/rag/chat-history"],
      folders: [UserFolders.data + "/rag/conversations"],
      models: [modelOptions.model, options.encoderOptions.encoder, rerankOptions.name])
  }
}

extension CopyCommand: ConfinedCommand {
  var reach: Reach { Reach(index: target, makesIndex: true, source: sourceName) }
}

extension DoctorCommand: ConfinedCommand {
  var reach: Reach {
    Reach(index: options.path, models: [modelOptions.model, options.encoderOptions.encoder])
  }

  func prepare() {
    guard repair, !IndexLocation.isAddress(options.path) else { return }
    let open = Examination.openFiles(ofIndexAt: options.path)
    Examination.closedFiles.set(open.filter { chmod($0, S_IRUSR | S_IWUSR) == 0 })
  }
}

extension EncodeCommand: ConfinedCommand {
  var reach: Reach { Reach(models: [encoderOptions.encoder]) }
}

extension EvalCommand: ConfinedCommand {
  var reach: Reach {
    Reach(
      index: indexOptions.path, outputs: [runFile, answerOptions.results, answerOptions.curve],
      // Sets are indexed there.
      folders: [FileManager.default.temporaryDirectory.path],
      models: [modelOptions.model, indexOptions.encoderOptions.encoder, rerankOptions.name])
  }
}

extension ForgetCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path) }
}

extension IndexCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path, makesIndex: true, models: [options.encoderOptions.encoder]) }
}

extension LinksCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path) }
}

extension ListCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path) }
}

extension MCPCommand: ConfinedCommand {
  var reach: Reach {
    Reach(index: options.path, models: [modelOptions.model, options.encoderOptions.encoder])
  }
}

extension SearchCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path, models: [options.encoderOptions.encoder, rerankOptions.name]) }
}

extension ServeCommand: ConfinedCommand {
  var reach: Reach {
    Reach(
      index: options.path, makesIndex: allowIndexing,
      accepts: answersCommandLines,
      folders: install || uninstall ? [SessionService.serve.file.folder] : [],
      models: [modelOptions.model, options.encoderOptions.encoder, rerankOptions.name])
  }
}

extension ShowCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path) }
}

extension StatusCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path) }
}

extension SummarizeCommand: ConfinedCommand {
  var reach: Reach { Reach(outputs: [trace], models: [modelOptions.model]) }
}

extension VerifyCommand: ConfinedCommand {
  var reach: Reach { Reach() }
}

extension WatchCommand: ConfinedCommand {
  var reach: Reach {
    Reach(
      index: options.path, makesIndex: true,
      folders: install || uninstall ? [SessionService.watch.file.folder] : [],
      models: [options.encoderOptions.encoder])
  }

  func prepare() throws {
    // Files can be written in a folder that is there.
    if install { try PrivateFile.makeFolder(at: SessionService.watch.file.folder) }
  }
}

extension WorkerCommand: ConfinedCommand {
  var reach: Reach { Reach(index: options.path, models: [options.encoderOptions.encoder]) }
}
