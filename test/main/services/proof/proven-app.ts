import { copyFileSync, rmSync } from 'node:fs'
import { aProfile } from '../../../support/builders'
import { TestApp, TestEnvironment } from '../../../support/fakes'
import { InProcessStorageHost } from '../../../support/in-process-storage-host'
import { card, TestFolder } from '../../db/builders'

const companions = ['', '-wal', '-shm']

/** The services of the app on a real encrypted file, with one production profile and one card. */
export class ProvenApp {
  readonly folder = new TestFolder()
  readonly env: TestEnvironment
  app: TestApp

  private constructor() {
    const storage = new InProcessStorageHost({ file: this.folder.file })
    this.env = Object.assign(new TestEnvironment(), { storage })
    this.app = new TestApp(this.env)
  }

  static async make(): Promise<ProvenApp> {
    const made = new ProvenApp()
    const { env, folder } = made
    const profile = aProfile()
    await env.vault.saveControlKey(profile, env.gateway.controlKey)
    await env.vault.saveDatabaseKey(folder.key)
    await env.recoveryFile.create(folder.key)
    const { writer, close } = folder.create()
    writer.saveProfile(profile)
    writer.setActiveProfile(profile.profileId)
    writer.setRecoveryMade(true)
    writer.upsertCard(card({ profileId: profile.profileId, routeId: '7722' }))
    close()
    await made.start()
    return made
  }

  /** Starts a new process of the app and waits for its check of the whole chain. */
  async start(): Promise<TestApp> {
    this.app = new TestApp(this.env)
    await this.app.startup.start()
    if ((await this.app.appState.get()).start.kind === 'ready') await this.app.proof.verify()
    return this.app
  }

  /** Ends the app in good order, changes the disk, and starts again. */
  async restart(change: () => void = () => undefined): Promise<TestApp> {
    await this.app.proof.end()
    await this.stop()
    change()
    return this.start()
  }

  /** Ends the process and closes the file. */
  async stop(): Promise<void> {
    this.app.kill()
    await this.env.storage.close()
  }

  /** A person has looked up the charges that the journal knows and the history does not. */
  async acknowledgeMissing(): Promise<void> {
    const { missingCharges } = await this.app.appState.get()
    await this.app.startup.acknowledgeMissing(missingCharges.map(({ clientOrderId }) => clientOrderId))
  }

  get copy(): string {
    return `${this.folder.file}.copy`
  }

  /** Copies the database file without its write-ahead log. */
  keepCopy(): void {
    copyFileSync(this.folder.file, this.copy)
  }

  removeHistory(): void {
    for (const suffix of companions) rmSync(this.folder.file + suffix, { force: true })
  }

  putBack(file = this.copy): void {
    this.removeHistory()
    copyFileSync(file, this.folder.file)
  }

  async remove(): Promise<void> {
    await this.env.storage.close()
    this.folder.remove()
  }
}
