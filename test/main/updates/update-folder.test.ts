import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UpdateFolder } from '../../../src-main/updates/update-folder'
import { manifestOf, UpdateServer } from '../../support/update-server'

const content = Buffer.alloc(50_000, 'package')
const [file] = manifestOf(content, { nowMs: 0 }).files
const never = new AbortController().signal
let folder: string
let server: UpdateServer

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-folder-'))
  server = await UpdateServer.start(null)
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const packagesIn = (place: string) =>
  new UpdateFolder({
    ...{ address: `http://127.0.0.1:${String(server.port)}/desk/`, folder: place },
    ...{ proxies: { resolve: () => Promise.resolve('DIRECT') }, allowsPlainLoopback: true },
  })

const known = () => {
  if (file === undefined) throw new Error('the manifest has no file')
  server.files.set(file.name, content)
  return file
}

describe('downloaded packages', () => {
  it('are closed to other users, in a folder of their own', async () => {
    const place = join(folder, 'updates')
    const one = known()
    const seen: number[] = []
    const loaded = await packagesIn(place).download(one, (bytes) => seen.push(bytes), never)
    expect(loaded).toEqual({ ok: true, value: undefined })
    expect(seen[0]).toBe(0)
    expect(seen.at(-1)).toBe(content.length)
    expect((await stat(place)).mode & 0o077).toBe(0)
    expect((await stat(join(place, one.name))).mode & 0o077).toBe(0)
    expect(await packagesIn(place).checked(one)).toEqual({ ok: true, value: join(place, one.name) })
  })

  it('that are complete are not downloaded again', async () => {
    const one = known()
    await packagesIn(folder).download(one, () => undefined, never)
    await packagesIn(folder).download(one, () => undefined, never)
    expect(server.requests).toEqual([one.name])
  })

  it('of other versions are removed, and the unfinished one is kept', async () => {
    for (const name of ['old.deb', 'old.deb.part', 'new.deb.part']) await writeFile(join(folder, name), 'x')
    await packagesIn(folder).removeAllBut('new.deb')
    expect(await readdir(folder)).toEqual(['new.deb.part'])
    await packagesIn(folder).removeAllBut(null)
    expect(await readdir(folder)).toEqual([])
    await packagesIn(join(folder, 'missing')).removeAllBut(null)
  })

  it('are not stored in a place that is no folder, and the app is told', async () => {
    const place = join(folder, 'a file')
    await writeFile(place, 'x')
    await chmod(place, 0o600)
    const loaded = await packagesIn(place).download(known(), () => undefined, never)
    expect(loaded).toEqual({ ok: false, error: 'not-stored' })
  })

  it('stop coming when the person stops them, and what has come is kept', async () => {
    const one = known()
    const stop = new AbortController()
    server.files.set(one.name, (_request, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 20_000))
    })
    const stopAt = (bytes: number) => {
      if (bytes === 20_000) stop.abort('cancelled')
    }
    expect(await packagesIn(folder).download(one, stopAt, stop.signal)).toEqual({
      ok: false,
      error: 'cancelled',
    })
    expect((await stat(join(folder, `${one.name}.part`))).size).toBe(20_000)
  })
})
