// Of its own, so that a command that asks the running service loads no database.

/** A command of a newer release than the one that serves. */
export class OlderDatabaseError extends Error {
  constructor() {
    super(
      'The database is of an earlier release than this command, and only a start of the service brings it up to date: run the command of the release that serves, or start this release first. 数据库属于更早的版本，只有启动服务时才会升级：请使用正在运行的版本中的命令，或先启动新版本。',
    )
  }
}
