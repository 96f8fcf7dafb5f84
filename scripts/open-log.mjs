import Database from 'better-sqlite3'
import { text } from 'node:stream/consumers'
import { Refusal, runScript } from './lib/script.mjs'

const HELP = `Shows rows of a database of the app as JSON, one a line. It changes nothing.

  npx node scripts/open-log.mjs FILE "SQL" < KEY

KEY is the database key in base64, as the keychain keeps it.`

const DEFAULT_SQL = 'SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'

await runScript(async () => {
  const [file, sql = DEFAULT_SQL] = process.argv.slice(2)
  if (file === undefined || process.stdin.isTTY) throw new Refusal(HELP)
  const key = Buffer.from(await text(process.stdin), 'base64')
  if (key.length !== 32) throw new Refusal('Standard input holds no database key: 32 bytes in base64.')
  const db = new Database(file, { readonly: true })
  try {
    db.pragma(`cipher = 'sqlcipher'`)
    db.pragma('legacy = 4')
    db.pragma(`key = "x'${key.toString('hex')}'"`)
    for (const row of db.prepare(sql).iterate()) process.stdout.write(`${JSON.stringify(row)}\n`)
    return 0
  } finally {
    db.close()
  }
})
