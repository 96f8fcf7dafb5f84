import keytar from 'keytar'

const service = 'Rebill Desk'

/** The database key of the running session from the real keychain, 32 bytes. */
export async function databaseKey(): Promise<Buffer> {
  const text = await keytar.getPassword(service, 'database-key')
  if (text === null) throw new Error('the keychain has no database key')
  return Buffer.from(text, 'base64')
}

/** Deletes the database key, as a reset of the keychain does. */
export async function loseDatabaseKey(): Promise<void> {
  await keytar.deletePassword(service, 'database-key')
}

/** Replaces the database key, as a restored backup of another machine does. */
export async function replaceDatabaseKey(key: Uint8Array): Promise<void> {
  await keytar.setPassword(service, 'database-key', Buffer.from(key).toString('base64'))
}
