// `npm run models -- list|add|remove|check`: third-party nets, as packs. Those that the operator adds are in the data folder.
import { packsFolder } from '#app/server/packs-folder.ts'
import { packFolders } from '#engine/packs/pack-folders.ts'
import { runPacksCommand } from '#engine/packs/packs-command.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'
import { readSettings } from '#platform/server/settings.ts'

// As in the service: DATA_DIR is private.
process.umask(0o077)
loadEnvFile()
const added = packsFolder(readSettings(process.env))
const { text, exitCode } = await runPacksCommand({ ...packFolders(added), added }, process.argv.slice(2))
process.exitCode = exitCode
;(exitCode === 0 ? console.log : console.error)(text)
