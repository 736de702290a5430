// `npm run adopt`: makes the storage and the SECRET of these settings the service's own (decision 0071). For when the old ones
// are lost for good; the service must be stopped. Who has a second factor would be shut out with the old SECRET, so that wants a word (decision 0234).
import { countLostFactors } from '#features/account/server/two-factor/lost-factors.ts'
import { adoptIdentity, isForeignSecret } from '#platform/server/identity/prove-identity.ts'
import { onStoppedService, RefusedError } from './stopped-service.ts'

const WORD = '--lose-second-factors'

const wouldBeLost = (people: number) =>
  `${people} people have a second factor that only the old SECRET opens: with this one neither their authenticator nor their recovery codes let them in any more. Nothing is changed. ` +
  'Look for the old SECRET: backups of a service that made its own hold it as the file secret. Set it as SECRET_PREVIOUS and start the service, without this command. ' +
  `If it is lost for good: npm run adopt -- ${WORD}. ` +
  `${people} 人开启了两步验证，只有旧的 SECRET 能读取：改用当前 SECRET 后，他们的验证器和恢复代码都将失效。未做任何改动。` +
  '请先找回旧 SECRET（由服务自动生成的，备份中的 secret 文件就是它），填入 SECRET_PREVIOUS 后直接启动服务，不必执行本命令；' +
  `确已丢失时，请执行 npm run adopt -- ${WORD}。`

const areLost = (people: number) =>
  ` ${people} people cannot show their second factor any more: passkeys, Google, GitHub and WeChat still let them in, all others need a new account. Should the old SECRET be found: set it as SECRET, this one as SECRET_PREVIOUS, and start. ` +
  `${people} 人的两步验证已无法使用：仍可用通行密钥或第三方账户登录，其他人需要注册新账户。若日后找到旧 SECRET，请将其设为 SECRET、当前值设为 SECRET_PREVIOUS 后启动。`

await onStoppedService(async (parts) => {
  const { database, secret } = parts
  const lost = (await isForeignSecret(database, secret)) ? await countLostFactors(database.orm, secret) : 0
  if (lost > 0 && !process.argv.includes(WORD)) throw new RefusedError(wouldBeLost(lost))
  await adoptIdentity(parts)
  const adopted =
    'This storage and this SECRET are the service’s own from now on. 当前存储与 SECRET 已登记为本服务所有。'
  return adopted + (lost > 0 ? areLost(lost) : '')
})
