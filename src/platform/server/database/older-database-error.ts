// A file of its own, so that a command that asks the running service loads no database.

/** A command of a newer release than the one that serves, or one while a start brings the tables up to date. */
export class OlderDatabaseError extends Error {
  /** `migratedBy`: who does so at this moment. */
  constructor(migratedBy?: string) {
    super(
      migratedBy
        ? `A start of the service is bringing the database up to date (${migratedBy}): run the command again when it has ended. 服务正在启动并升级数据库（${migratedBy}）：请在其完成后重新执行命令。`
        : 'The database is of an earlier release than this command, and only a start of the service brings it up to date: run the command of the release that serves, or start this release first. 数据库属于更早的版本，只有启动服务时才会升级：请使用正在运行的版本中的命令，或先启动新版本。',
    )
  }
}
