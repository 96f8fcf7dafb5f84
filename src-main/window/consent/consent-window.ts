import { BrowserWindow, screen, session, type Session, type WebContents } from 'electron'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock'
import type { Logger } from '../../platform/logger'
import type { ConsentAnswer, ConsentPrompt, ConsentRequest, TypedConsent } from '../../ports/consent-prompt'
import { closedPreferences } from '../closed-preferences'
import { lockDownFormContents, lockDownFormSession } from '../form-page-lockdown'
import { consentText } from '../messages'
import { zoomByHand } from '../zoom'
import { consentAddress, declineUrl, releaseUrl } from './consent-page'

const size = { width: 560, height: 460 } as const
/** More room for what a person types. */
const typedHeight = 560
const declined = { kind: 'declined' } as const
/** A key that was meant for the window before is not taken as a release. */
const armMs = 700

interface Question {
  readonly session: Session
  readonly answer: (answer: ConsentAnswer) => void
  readonly notBeforeMs: number
  window: BrowserWindow | null
  shownAtMs: number | null
}

/** Asks a person in a window of main. The page of the app has no part in it: no script, no preload, its own session. */
export class ConsentWindow implements ConsentPrompt {
  readonly #parts: { readonly clock: Clock; readonly logger: Logger; readonly iconFile: string | null }
  #parent: BrowserWindow | null = null
  #question: Question | null = null

  constructor(parts: { readonly clock: Clock; readonly logger: Logger; readonly iconFile: string | null }) {
    this.#parts = parts
  }

  /** Sets the window above which questions open. It takes no input while one is open. */
  attachTo(parent: BrowserWindow): void {
    this.#parent = parent
    parent.once('closed', () => {
      this.#parent = null
    })
  }

  /** Applies the rules of a question to new web contents. Returns false when they do not belong to it. */
  adopt(contents: WebContents): boolean {
    const question = this.#question
    if (question === null || contents.session !== question.session) return false
    const { logger } = this.#parts
    lockDownFormContents(contents, {
      forms: {
        [releaseUrl]: (typed) => {
          if (this.#isArmed(question)) question.answer({ kind: 'released', typed: typedOf(typed) })
        },
        [declineUrl]: () => question.answer(declined),
      },
      logger,
    })
    zoomByHand(contents)
    return true
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    const { logger } = this.#parts
    try {
      return await new Promise<ConsentAnswer>((resolve) => {
        signal.addEventListener('abort', () => resolve(declined))
        const pageSession = session.fromPartition(`consent-${randomBytes(16).toString('hex')}`, {
          cache: false,
        })
        lockDownFormSession(pageSession)
        const question: Question = {
          session: pageSession,
          answer: resolve,
          notBeforeMs: request.notBeforeMs,
          window: null,
          shownAtMs: null,
        }
        this.#question = question
        const height = request.demand.kind === 'click' ? size.height : typedHeight
        question.window = this.#open(consentAddress(request), question, height)
      })
    } catch (error) {
      logger.error('consent.open-failed', { error })
      return { kind: 'not-shown' }
    } finally {
      this.#close()
    }
  }

  #open(address: string, question: Question, wantedHeight: number): BrowserWindow {
    const { logger, iconFile, clock } = this.#parts
    const parent = this.#parent
    const { workArea } =
      parent === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(parent.getBounds())
    const zoom = parent?.webContents.getZoomFactor() ?? 1
    const width = Math.min(Math.round(size.width * zoom), workArea.width)
    const height = Math.min(Math.round(wantedHeight * zoom), workArea.height)
    const window = new BrowserWindow({
      title: consentText.windowTitle,
      width,
      height,
      x: workArea.x + Math.round((workArea.width - width) / 2),
      y: workArea.y + Math.round((workArea.height - height) / 2),
      minWidth: 360,
      minHeight: 320,
      show: false,
      modal: parent !== null,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      ...(parent === null ? {} : { parent }),
      ...(iconFile === null ? {} : { icon: iconFile }),
      webPreferences: {
        ...closedPreferences,
        session: question.session,
        javascript: false,
        devTools: false,
        zoomFactor: zoom,
      },
    })
    window.removeMenu()
    window.on('page-title-updated', (event) => event.preventDefault())
    window.on('closed', () => question.answer(declined))
    const { webContents: contents } = window
    contents.on('render-process-gone', (_event, { reason }) => {
      logger.warn('consent.page-gone', { reason })
      question.answer(declined)
    })
    contents.on('before-input-event', (event, { type, key, isAutoRepeat }) => {
      if (type === 'keyDown' && key === 'Escape') question.answer(declined)
      // A held key would release what has just come up.
      if (isAutoRepeat || key === 'Escape') event.preventDefault()
    })
    window.once('ready-to-show', () => {
      window.show()
      contents.focus()
      question.shownAtMs = clock.monotonicMs()
    })
    window.loadURL(address).catch((error: unknown) => {
      logger.error('consent.page-failed', { error })
      question.answer({ kind: 'not-shown' })
    })
    return window
  }

  #isArmed({ shownAtMs, notBeforeMs }: Question): boolean {
    const nowMs = this.#parts.clock.monotonicMs()
    return shownAtMs !== null && nowMs >= shownAtMs + armMs && nowMs >= notBeforeMs
  }

  #close(): void {
    const window = this.#question?.window ?? null
    this.#question = null
    if (window !== null && !window.isDestroyed()) window.destroy()
    // A modal window that is destroyed leaves the focus nowhere on some systems.
    if (this.#parent !== null && !this.#parent.isDestroyed()) this.#parent.focus()
  }
}

/** A field that was not asked for is empty. Longer texts than anybody types come from no person. */
function typedOf(typed: URLSearchParams): TypedConsent {
  const text = (name: string) => (typed.get(name) ?? '').slice(0, 64)
  return { amount: text('amount'), operatorId: text('operator'), pin: text('pin') }
}
