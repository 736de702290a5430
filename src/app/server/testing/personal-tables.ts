// Where the database keeps personal data: the tables with a user id.
import type { Database } from '#platform/server/database/database.ts'

export async function personalTables(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'user_id' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Those with a row of this person. */
export async function tablesWith(database: Database, userId: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await personalTables(database)) {
    const rows = await database.query(`select 1 from ${table} where user_id = $1 limit 1`, [userId])
    if (rows.length > 0) found.push(table)
  }
  return found
}

/** What a person has of purchases and consents, for `$1`. */
export const PERSONAL_ROWS = [
  `insert into provider_consents (user_id, version, provider_name, provider_country) values ($1, '1', 'Topaz Labs', '美国')`,
  `with bought as (
     insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, expires_at, next_check_at)
     values ($1, 'alipay', 'small', '小包', 20, 2800, 'CNY', now(), now()) returning id)
   insert into payment_refunds (order_id, user_id, reason, state) select id, $1, '买错了', 'withdrawn' from bought`,
  'insert into purchase_wishes (user_id) values ($1)',
  `insert into billing_history (user_id, description, amount, status) values ($1, '小包', 3.99, 'paid')`,
] as const
