import type { OpenStorage } from './storage-session'

/** The name that goes beside what a person does, or null when none was given. */
export async function operatorOf(storage: OpenStorage): Promise<string | null> {
  const { settings } = await storage.reader.getState()
  return settings.operatorName === '' ? null : settings.operatorName
}
