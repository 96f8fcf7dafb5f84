import type { CallbackReading } from '../../src-shared/domain/callback'

/** What a callback says happened, in its own words: `sale approved`. */
export function saidBy({ type, status }: Pick<CallbackReading, 'type' | 'status'>): string {
  return [type, status].filter((word) => word !== null).join(' ')
}
