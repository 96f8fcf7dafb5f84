import { issuerOf } from '../orders/cards'
import { majorUnits } from '../orders/money'
import { encodeJson, issuerAnswer } from '../scenarios/three-ds'
import { resultFields } from '../callbacks/callback-fields'
import { isFinal } from '../orders/stages'
import { takeStepResult } from '../scenarios/step-result'
import { codePage, maxTries, messagePage, postingPage, waitingPage } from './pages'
import { continuePath, continuingPage, issuerPaths, returnPath, returnUrlOf } from './step-fields'
import type { Book } from '../orders/book'
import type { Callbacks } from '../callbacks/callbacks'
import type { Fields } from '../signing/check-control'
import type { Merchant } from '../server/merchant'
import type { Step } from '../orders/stages'
import type { Order } from '../orders/state'
import type { BrowserStep, ThreeDs } from '../scenarios/three-ds'
import type { Page } from './pages'

const rightCode = '1234'
const merchantName = 'NordShop Online'
// Longer than the ten seconds that a browser waits for a method page, and as unmoved by the simulator's speed.
const lateMs = 15_000

/** What the issuer works with. */
export interface Issuer {
  book: Book
  callbacks: Callbacks
  merchant: Merchant
  baseUrl: () => string
}

export interface IssuerVisit {
  method: string
  /** Below the base address. */
  path: string
  /** Undefined when the body was no readable form. */
  fields: Fields | undefined
}

export type IssuerAnswer =
  | {
      httpStatus: 200 | 400 | 404 | 405
      page: Page
      /** How long the page is held back. */
      delayMs?: number
    }
  | { httpStatus: 303; location: string }

/** The pages of the cardholder's bank, as a browser visits them. Undefined when the path is none of them. */
export function answerVisit(issuer: Issuer, visit: IssuerVisit): IssuerAnswer | undefined {
  const { method, path } = visit
  if (path.startsWith(`${continuePath}/`)) return leadOn(issuer, path.slice(continuePath.length + 1))
  if (path.startsWith(`${returnPath}/`)) return comeBack(issuer, path.slice(returnPath.length + 1), visit)
  const page = Object.entries(issuerPaths).find(([, known]) => known === path)?.[0] as BrowserStep | undefined
  if (!page) return undefined
  if (method !== 'POST')
    return refused(405, 'This page takes what a shop sends it and cannot be opened by hand.')
  const sent = (name: string) => visit.fields?.get(name) ?? ''
  switch (page) {
    case 'method':
      return methodPage(issuer, sent('threeDSMethodData'))
    case 'challenge':
      return challengePage(issuer, sent)
    case 'pareq':
      return pareqPage(issuer, sent)
  }
}

/** Leads a browser through the steps of its order, and back to the merchant when the order is final. */
function leadOn({ book, merchant, baseUrl }: Issuer, serverTransId: string): IssuerAnswer {
  const order = book.orderByThreeDs(serverTransId, 'serverTransId')
  if (!order?.threeDs) return unknownPayment()
  const step = book.stepOf(order)
  if (step.awaits) return shown(continuingPage(order.threeDs, step.awaits, baseUrl()))
  if (!isFinal(step.status)) return shown(waitingPage())
  const url = merchantUrl(order, step)
  if (url === undefined) return shown(messagePage('Done', 'You can close this window.'))
  return shown(postingPage(url, Object.fromEntries(resultFields(order, step, merchant.controlKey))))
}

/** A browser that came by `html` or `redirect-to` brings the issuer's answer: the gateway takes it as an upload. */
function comeBack(issuer: Issuer, serverTransId: string, { method, fields }: IssuerVisit): IssuerAnswer {
  const order = issuer.book.orderByThreeDs(serverTransId, 'serverTransId')
  if (!order?.threeDs) return unknownPayment()
  const { awaits } = issuer.book.stepOf(order)
  const sent = (name: string) => fields?.get(name) ?? ''
  const answer = { method: '', challenge: sent('cres'), pareq: sent('PaRes') }
  const isOfThisOrder = awaits !== 'pareq' || sent('MD') === order.threeDs.md
  if (method === 'POST' && awaits && isOfThisOrder && (awaits === 'method' || answer[awaits] !== ''))
    takeStepResult(issuer, order, order.threeDs, awaits, {
      answer: answer[awaits],
      notificationUrl: returnUrlOf(order.threeDs, issuer.baseUrl()),
    })
  // The page of the address that can be loaded again without posting anything twice.
  return { httpStatus: 303, location: `${issuer.baseUrl()}${continuePath}/${serverTransId}` }
}

/** Where the browser of a finished order belongs: the address for its result goes before the one for any result. */
function merchantUrl({ details }: Order, { status }: Step): string | undefined {
  const { redirectUrl, redirectSuccessUrl, redirectFailUrl } = details
  switch (status) {
    case 'approved':
      return redirectSuccessUrl ?? redirectUrl
    case 'declined':
    case 'filtered':
      return redirectFailUrl ?? redirectUrl
    default:
      return redirectUrl
  }
}

function methodPage({ book }: Issuer, methodData: string): IssuerAnswer {
  const { threeDSServerTransID: id, threeDSMethodNotificationURL: returnUrl } = decodeJson(methodData)
  const threeDs = id === undefined ? undefined : book.orderByThreeDs(id, 'serverTransId')?.threeDs
  if (!threeDs) return unknownPayment()
  if (!isWebAddress(returnUrl)) return noReturn('threeDSMethodNotificationURL')
  if (threeDs.methodPage === 'silent') return shown(messagePage('One moment', 'Looking at this browser.'))
  const threeDSMethodData = encodeJson({ threeDSServerTransID: threeDs.serverTransId })
  const answer = shown(postingPage(returnUrl, { threeDSMethodData }))
  return threeDs.methodPage === 'late' ? { ...answer, delayMs: lateMs } : answer
}

function challengePage({ book }: Issuer, sent: (name: string) => string): IssuerAnswer {
  const creq = sent('creq').replace(/=+$/, '')
  const order = book.orderByThreeDs(creq, 'creq')
  if (!order?.threeDs) return unknownPayment()
  const returnUrl = order.threeDs.notificationUrl ?? order.details.redirectUrl
  if (!isWebAddress(returnUrl)) return noReturn('notificationURL')
  const sessionData = sent('threeDSSessionData')
  const session = sessionData === '' ? {} : { threeDSSessionData: sessionData }
  return ask(book, order, order.threeDs, {
    step: 'challenge',
    typed: { code: sent('code'), action: sent('action') },
    carried: { creq, ...session },
    leave: (cres) => postingPage(returnUrl, { cres, ...session }),
  })
}

function pareqPage({ book }: Issuer, sent: (name: string) => string): IssuerAnswer {
  const order = book.orderByThreeDs(sent('PaReq'), 'pareq')
  if (!order?.threeDs) return unknownPayment()
  const carried = { PaReq: sent('PaReq'), MD: sent('MD'), TermUrl: sent('TermUrl') }
  if (!isWebAddress(carried.TermUrl)) return noReturn('TermUrl')
  return ask(book, order, order.threeDs, {
    step: 'pareq',
    typed: { code: sent('code'), action: sent('action') },
    carried,
    leave: (PaRes) => postingPage(carried.TermUrl, { PaRes, MD: carried.MD }),
  })
}

interface Question {
  step: Exclude<BrowserStep, 'method'>
  typed: { code: string; action: string }
  /** Comes back with the code. */
  carried: Record<string, string>
  /** The page that takes the issuer's answer away. */
  leave: (answer: string) => Page
}

function ask(book: Book, order: Order, threeDs: ThreeDs, question: Question): IssuerAnswer {
  if (book.stepOf(order).awaits !== question.step) return overAlready()
  const decide = (isAuthenticated: boolean) => {
    const value = issuerAnswer(threeDs, question.step, order, isAuthenticated)
    threeDs.issued = { value, isAuthenticated }
  }
  const { code, action } = question.typed
  // Once it has answered, the issuer says the same to everybody who comes again.
  if (!threeDs.issued) {
    if (action === 'refuse') decide(false)
    else if (action === 'confirm' && code.replace(/\s/g, '') === rightCode) decide(true)
    else if (action === 'confirm') {
      threeDs.wrongCodes += 1
      if (threeDs.wrongCodes >= maxTries) decide(false)
    }
  }
  if (threeDs.issued) return shown(question.leave(threeDs.issued.value))
  const payment = {
    bankName: issuerOf(order.card.bin).bankName,
    merchantName,
    amount: `${majorUnits(order.amountMinor, order.currency)} ${order.currency}`,
    lastFour: order.card.lastFour,
  }
  return shown(codePage(payment, question.carried, maxTries - threeDs.wrongCodes))
}

function shown(page: Page) {
  return { httpStatus: 200, page } as const
}

function refused(httpStatus: 400 | 404 | 405, text: string): IssuerAnswer {
  return { httpStatus, page: messagePage('This cannot be shown', text) }
}

const unknownPayment = () => refused(404, 'The bank knows no payment that this belongs to.')
const overAlready = () => refused(400, 'This payment no longer waits for the cardholder.')
const noReturn = (name: string) => refused(400, `No usable return address was given (${name}).`)

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The texts of a message in base64url; nothing when it is no such message. */
function decodeJson(text: string): Partial<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return {}
  }
}
