import type { CallbackReading } from '../../src-shared/domain/callback'
import { messages } from '.'
import { listed } from './status-text'

/** `Callback: sale, approved` */
export function callbackHeading({ type, status }: Pick<CallbackReading, 'type' | 'status'>): string {
  const content = listed([type ?? '', status ?? ''])
  return content === '' ? messages.callbacks.headingEmpty : messages.callbacks.heading({ content })
}
