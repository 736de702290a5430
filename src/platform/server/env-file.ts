// `.env` of the folder that a program is started in. What the environment has stays.
import { existsSync } from 'node:fs'

/** Ends the process where the file cannot be read: each setting in it would be missing. TRAP: Node says then that there is no such file. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch {
    process.stderr.write(
      `${process.cwd()}/.env cannot be read by this user: give it to the user of the service (chown, chmod 600), or run this as the one whose it is. 当前用户无法读取 .env：请把它的所有者改为运行服务的用户（chmod 600），或以其所有者执行。\n`,
    )
    process.exit(1)
  }
}
