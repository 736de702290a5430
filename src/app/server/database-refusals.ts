// What PostgreSQL, or the way to it, says to who cannot begin, in words that name the remedy.

/** By SQLSTATE, or by Node's code of a connection. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01':
    'PostgreSQL refuses user or password of DATABASE_URL: correct them there (signs as @ : / # in a password are written %40 %3A %2F %23). DATABASE_URL 的用户名或密码错误，请更正（密码中的 @ : / # 等字符需写成 %40 %3A %2F %23）。',
  '28000':
    'PostgreSQL does not let this user in from this machine: allow user, database and address in its pg_hba.conf, and where it asks for TLS end DATABASE_URL with ?sslmode=verify-full&sslrootcert=/path/to/its-authority.pem. PostgreSQL 不允许该用户从本机连接：请在 pg_hba.conf 中放行；如要求 TLS，请在 DATABASE_URL 末尾加 ?sslmode=verify-full&sslrootcert=/其CA证书路径.pem。',
  '3D000':
    'The database that DATABASE_URL names does not exist: make it once (createdb), or correct the name. DATABASE_URL 指定的数据库不存在，请先创建（createdb），或更正名称。',
  '57P03':
    'The PostgreSQL server of DATABASE_URL is starting or stopping: try again in a moment. 数据库正在启动或停止，请稍后再试。',
  '53300':
    'The PostgreSQL server of DATABASE_URL has no connection left: raise its max_connections, or stop other programs (a process of ours uses up to 18). 数据库连接数已用尽，请调大 max_connections 或停止其他程序。',
  ENOTFOUND: 'Nobody knows the host of DATABASE_URL: correct its name. 无法解析 DATABASE_URL 中的主机名，请更正。',
  EAI_AGAIN:
    'The host of DATABASE_URL could not be looked up: correct its name, or look at the DNS of this machine. 无法解析 DATABASE_URL 中的主机名，请更正，或检查本机 DNS。',
  ECONNREFUSED:
    'Nobody listens at host and port of DATABASE_URL: start PostgreSQL, correct them, or let it listen for other machines (listen_addresses). DATABASE_URL 的主机与端口上没有数据库：请启动 PostgreSQL、更正地址，或修改其 listen_addresses。',
}

const SILENT =
  'The PostgreSQL server of DATABASE_URL does not answer: correct host and port there, or let this machine through the firewall. DATABASE_URL 指定的数据库没有应答：请检查主机、端口与防火墙。'
const SILENT_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

const NO_CREATEROLE =
  'The user of DATABASE_URL may not make the role app_user: give it CREATEROLE for the first start (alter role NAME createrole). DATABASE_URL 的数据库用户无权创建角色 app_user：首次启动前请授予 CREATEROLE（alter role 用户名 createrole）。'
const NO_RIGHT =
  'The user of DATABASE_URL may not do in this database what the service needs: make it the owner (alter database NAME owner to USER). DATABASE_URL 的数据库用户权限不足：请将其设为该数据库的所有者（alter database 库名 owner to 用户名）。'

const NO_TLS =
  'The PostgreSQL server of DATABASE_URL speaks no TLS: switch it on there (ssl = on), or take sslmode out of DATABASE_URL where the line is your own. 数据库服务器未启用 TLS：请在服务器上启用（ssl = on）；若线路可信，请去掉 DATABASE_URL 中的 sslmode。'
const UNKNOWN_CERTIFICATE =
  'The certificate of the PostgreSQL server is not trusted: end DATABASE_URL with ?sslmode=verify-full&sslrootcert=/path/to/its-authority.pem, by the name that it bears. 数据库服务器的证书不受信任：请在 DATABASE_URL 末尾加 ?sslmode=verify-full&sslrootcert=/其CA证书路径.pem，并使用证书中的主机名。'
const CERTIFICATE =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/

/** Undefined for what neither PostgreSQL nor the way to it has said. */
export function databaseRefusal(code: string | undefined, message: string): string | undefined {
  if (message.includes('does not support SSL')) return NO_TLS
  if (code === undefined) return undefined
  const refusal = sentenceOf(code, message)
  return refusal && `${refusal} (${code})`
}

function sentenceOf(code: string, message: string): string | undefined {
  if (code === '42501' && message.includes('to create role')) return NO_CREATEROLE
  // Another refusal than these is a fault of ours.
  if (code === '42501' && /for (?:schema|database)|must be owner/.test(message)) return NO_RIGHT
  if (CERTIFICATE.test(code)) return UNKNOWN_CERTIFICATE
  return SILENT_CODES.has(code) ? SILENT : REFUSALS[code]
}

/** Without a code: it hung up, or kept silent. */
export const DATABASE_IS_SILENT = `${SILENT} (no answer)`
