import type { OpenStorage } from './storage-session'

/** The operator’s name for timeline entries; null when none is set. */
export async function operatorOf(storage: OpenStorage): Promise<string | null> {
  const { settings } = await storage.reader.getState()
  return settings.operatorName === '' ? null : settings.operatorName
}
