import keytar from 'keytar'

const service = 'Rebill Desk'

/** The 32 bytes of the running session's database key, as the real keychain has them. */
export async function databaseKey(): Promise<Buffer> {
  const text = await keytar.getPassword(service, 'database-key')
  if (text === null) throw new Error('the keychain has no database key')
  return Buffer.from(text, 'base64')
}

/** Takes the database key away, as a reset of the keychain does. */
export async function loseDatabaseKey(): Promise<void> {
  await keytar.deletePassword(service, 'database-key')
}

/** Puts another key in its place, as a restored backup of another machine does. */
export async function replaceDatabaseKey(key: Uint8Array): Promise<void> {
  await keytar.setPassword(service, 'database-key', Buffer.from(key).toString('base64'))
}
