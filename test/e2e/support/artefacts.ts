import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'

/** Records every reply and event from main to the window from now on. */
export async function recordMessages(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ ipcMain, BrowserWindow }) => {
    const kept: string[] = []
    Object.assign(globalThis, { deskMessages: kept })
    type Handler = (...given: unknown[]) => Promise<unknown>
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (...given) => {
        const reply = await handler(...given)
        kept.push(JSON.stringify(reply))
        return reply
      })
    }
    for (const window of BrowserWindow.getAllWindows()) {
      const contents = window.webContents
      const send = contents.send.bind(contents)
      contents.send = (channel: string, ...given: unknown[]) => {
        kept.push(JSON.stringify(given))
        send(channel, ...given)
      }
    }
  })
}

/** The recorded replies and events. */
export function messages(app: ElectronApplication): Promise<string> {
  return app.evaluate(() => (globalThis as unknown as { deskMessages: string[] }).deskMessages.join('\n'))
}

/** A heap snapshot of a page after a garbage collection. */
export async function heapOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.detach()
  return Buffer.from(chunks.join(''), 'utf8')
}

/** Every file of the app's data except the encrypted database; its decrypted copy is searched instead. */
export async function filesBelow(folder: string): Promise<Buffer> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && !entry.name.startsWith('log.db'))
  const contents = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))),
  )
  return Buffer.concat(contents)
}

interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/**
 * The same with the string values of the heap instead of the snapshot file: the file contains so many indices that
 * every number of three or four digits occurs in it.
 */
export function withHeapValues(artefacts: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const heap = JSON.parse(artefacts.get('heap of the page')?.toString('utf8') ?? '') as HeapSnapshot
  const fields = heap.snapshot.meta.node_fields
  const name = fields.indexOf('name')
  const values = new Set<string>()
  for (let node = 0; node < heap.nodes.length; node += fields.length) {
    const value = heap.strings[heap.nodes[node + name] ?? 0] ?? ''
    if (value.length < 2000) values.add(JSON.stringify(value))
  }
  return new Map([...artefacts, ['heap of the page', Buffer.from([...values].join('\n'), 'utf8')]])
}
