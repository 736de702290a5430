// `npm run adopt`: makes the storage and the SECRET of these settings the service's own (decision 0071). For when the old ones
// are lost for good; the service must be stopped. Who has a second factor would be shut out with the old SECRET, so that wants a word (decision 0234).
import { RefusedError } from '#app/server/start-failure.ts'
import { countLostFactors, type LostFactors } from '#features/account/server/two-factor/lost-factors.ts'
import { adoptIdentity, isForeignSecret } from '#platform/server/identity/prove-identity.ts'
import { onStoppedService } from './stopped-service.ts'

const WORD = '--lose-second-factors'

const wouldBeLost = ({ all: people, administrators }: LostFactors) =>
  `${people} people (${administrators} administrators without a passkey) have a second factor that only the old SECRET opens: with this one neither their authenticator nor their recovery codes let them in any more. Nothing is changed. ` +
  'Look for the old SECRET: backups of a service that made its own hold it as the file secret. Set it as SECRET_PREVIOUS and start the service, without this command. ' +
  `If it is lost for good: npm run adopt -- ${WORD}. ` +
  `${people} 人（其中没有通行密钥的管理员 ${administrators} 人）开启了两步验证，只有旧的 SECRET 能读取：改用当前 SECRET 后，他们的验证器和恢复代码都将失效。未做任何改动。` +
  '请先找回旧 SECRET（由服务自动生成的，备份中的 secret 文件就是它），填入 SECRET_PREVIOUS 后直接启动服务，不必执行本命令；' +
  `确已丢失时，请执行 npm run adopt -- ${WORD}。`

const areLost = ({ all: people, administrators }: LostFactors) =>
  ` ${people} people cannot show their second factor any more: passkeys, Google, GitHub and WeChat still let them in, all others need a new account. Should the old SECRET be found: set it as SECRET, this one as SECRET_PREVIOUS, and start. ` +
  `${people} 人的两步验证已无法使用：仍可用通行密钥或第三方账户登录，其他人需要注册新账户。若日后找到旧 SECRET，请将其设为 SECRET、当前值设为 SECRET_PREVIOUS 后启动。` +
  (administrators > 0 ? areShutOut(administrators) : '')

/** The factor is still there: it keeps them out of the back office, whatever they signed in with, and from adding a passkey (decision 0048). */
const areShutOut = (people: number) =>
  ` ${people} of them are administrators without a passkey: however they sign in, the back office stays shut to them. Start the service, then npm run admin -- grant EMAIL for an account that is to help, ` +
  'and npm run admin -- revoke EMAIL for theirs: who gets in with Google, GitHub or WeChat adds a passkey in the profile and is granted again, who does not registers a new account. ' +
  `其中 ${people} 人是没有通行密钥的管理员，无论用哪种方式登录都无法再进入管理后台。请启动服务，先用 npm run admin -- grant 邮箱 指定另一位管理员，` +
  '再对上述管理员执行 npm run admin -- revoke 邮箱：能用第三方账户登录的，登录后在个人资料中添加通行密钥，再重新执行 grant；不能登录的，请注册新账户后执行 grant。'

await onStoppedService({ usage: `npm run adopt [-- ${WORD}]`, words: [WORD] }, async (parts) => {
  const { database, secret } = parts
  const lost = (await isForeignSecret(database, secret)) ? await countLostFactors(database.orm, secret) : undefined
  if (lost?.all && !process.argv.includes(WORD)) throw new RefusedError(wouldBeLost(lost))
  await adoptIdentity(parts)
  const adopted =
    'This storage and this SECRET are the service’s own from now on. 当前存储与 SECRET 已登记为本服务所有。'
  return adopted + (lost?.all ? areLost(lost) : '')
})
