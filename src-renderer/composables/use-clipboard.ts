import { messages } from '../messages'
import { call } from '../ipc/desk-client'
import { useNoticesStore } from '../stores/notices'

/** Copies through main and says so; the window itself has no clipboard permission. */
export function useClipboard() {
  const notices = useNoticesStore()

  async function copy(text: string, said: string = messages.common.copied): Promise<boolean> {
    const result = await call('clipboard.copy', { text })
    if (result.ok) notices.show(said)
    return result.ok
  }

  return { copy }
}
