import { issuerOf } from '../orders/cards'
import { majorUnits } from '../orders/money'
import { encodeJson, issuerAnswer } from '../scenarios/three-ds'
import { resultFields } from '../callbacks/callback-fields'
import { isFinal } from '../orders/phases'
import { acceptStepResult } from '../scenarios/step-result'
import { codePage, maxTries, messagePage, postingPage, waitingPage } from './pages'
import { continuePath, continuingPage, issuerPaths, returnPath, returnUrlOf } from './step-fields'
import type { OrderStore } from '../orders/order-store'
import type { Callbacks } from '../callbacks/callbacks'
import type { Fields } from '../signing/check-control'
import type { Merchant } from '../server/merchant'
import type { OrderPhase } from '../orders/phases'
import type { Order } from '../orders/state'
import type { BrowserStep, ThreeDs } from '../scenarios/three-ds'
import type { Page } from './pages'

const rightCode = '1234'
const merchantName = 'NordShop Online'
// Longer than the ten seconds that a browser waits for a method page. The simulator's speed does not change either
// time.
const lateMs = 15_000

/** What the issuer's pages need of the simulator. */
export interface IssuerContext {
  orderStore: OrderStore
  callbacks: Callbacks
  merchant: Merchant
  baseUrl: () => string
}

export interface IssuerRequest {
  method: string
  /** Below the base address. */
  path: string
  /** Undefined when the body cannot be read as a form. */
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

/** Answers a browser's request for a page of the issuer. Undefined when the path is not one of these pages. */
export function answerIssuerRequest(issuer: IssuerContext, visit: IssuerRequest): IssuerAnswer | undefined {
  const { method, path } = visit
  if (path.startsWith(`${continuePath}/`)) return continueBrowser(issuer, path.slice(continuePath.length + 1))
  if (path.startsWith(`${returnPath}/`))
    return acceptIssuerAnswer(issuer, path.slice(returnPath.length + 1), visit)
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

/** Sends the browser to the next step of its order, or back to the merchant when the order is final. */
function continueBrowser(
  { orderStore, merchant, baseUrl }: IssuerContext,
  serverTransId: string,
): IssuerAnswer {
  const order = orderStore.orderByThreeDs(serverTransId, 'serverTransId')
  if (!order?.threeDs) return unknownPayment()
  const phase = orderStore.currentPhase(order)
  if (phase.awaits) return pageAnswer(continuingPage(order.threeDs, phase.awaits, baseUrl()))
  if (!isFinal(phase.status)) return pageAnswer(waitingPage())
  const url = merchantUrl(order, phase)
  if (url === undefined) return pageAnswer(messagePage('Done', 'You can close this window.'))
  return pageAnswer(postingPage(url, Object.fromEntries(resultFields(order, phase, merchant.controlKey))))
}

/** Takes the issuer's answer from a browser that was sent by `html` or `redirect-to`, in the same way as an upload. */
function acceptIssuerAnswer(
  issuer: IssuerContext,
  serverTransId: string,
  { method, fields }: IssuerRequest,
): IssuerAnswer {
  const order = issuer.orderStore.orderByThreeDs(serverTransId, 'serverTransId')
  if (!order?.threeDs) return unknownPayment()
  const { awaits } = issuer.orderStore.currentPhase(order)
  const sent = (name: string) => fields?.get(name) ?? ''
  const answer = { method: '', challenge: sent('cres'), pareq: sent('PaRes') }
  const isOfThisOrder = awaits !== 'pareq' || sent('MD') === order.threeDs.md
  if (method === 'POST' && awaits && isOfThisOrder && (awaits === 'method' || answer[awaits] !== ''))
    acceptStepResult(issuer, order, order.threeDs, awaits, {
      answer: answer[awaits],
      notificationUrl: returnUrlOf(order.threeDs, issuer.baseUrl()),
    })
  // A redirect with 303 lets the browser reload the next page without posting the answer again.
  return { httpStatus: 303, location: `${issuer.baseUrl()}${continuePath}/${serverTransId}` }
}

/** The merchant's address for the browser of a final order: the address for its result, else `redirect_url`. */
function merchantUrl({ details }: Order, { status }: OrderPhase): string | undefined {
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

function methodPage({ orderStore }: IssuerContext, methodData: string): IssuerAnswer {
  const { threeDSServerTransID: id, threeDSMethodNotificationURL: returnUrl } = decodeJson(methodData)
  const threeDs = id === undefined ? undefined : orderStore.orderByThreeDs(id, 'serverTransId')?.threeDs
  if (!threeDs) return unknownPayment()
  if (!isWebAddress(returnUrl)) return noReturnAddress('threeDSMethodNotificationURL')
  if (threeDs.methodPage === 'silent')
    return pageAnswer(messagePage('One moment', 'Looking at this browser.'))
  const threeDSMethodData = encodeJson({ threeDSServerTransID: threeDs.serverTransId })
  const answer = pageAnswer(postingPage(returnUrl, { threeDSMethodData }))
  return threeDs.methodPage === 'late' ? { ...answer, delayMs: lateMs } : answer
}

function challengePage({ orderStore }: IssuerContext, sent: (name: string) => string): IssuerAnswer {
  const creq = sent('creq').replace(/=+$/, '')
  const order = orderStore.orderByThreeDs(creq, 'creq')
  if (!order?.threeDs) return unknownPayment()
  const returnUrl = order.threeDs.notificationUrl ?? order.details.redirectUrl
  if (!isWebAddress(returnUrl)) return noReturnAddress('notificationURL')
  const sessionData = sent('threeDSSessionData')
  const session = sessionData === '' ? {} : { threeDSSessionData: sessionData }
  return promptCardholder(orderStore, order, order.threeDs, {
    step: 'challenge',
    input: { code: sent('code'), action: sent('action') },
    hiddenFields: { creq, ...session },
    resultPage: (cres) => postingPage(returnUrl, { cres, ...session }),
  })
}

function pareqPage({ orderStore }: IssuerContext, sent: (name: string) => string): IssuerAnswer {
  const order = orderStore.orderByThreeDs(sent('PaReq'), 'pareq')
  if (!order?.threeDs) return unknownPayment()
  const carried = { PaReq: sent('PaReq'), MD: sent('MD'), TermUrl: sent('TermUrl') }
  if (!isWebAddress(carried.TermUrl)) return noReturnAddress('TermUrl')
  return promptCardholder(orderStore, order, order.threeDs, {
    step: 'pareq',
    input: { code: sent('code'), action: sent('action') },
    hiddenFields: carried,
    resultPage: (PaRes) => postingPage(carried.TermUrl, { PaRes, MD: carried.MD }),
  })
}

interface CardholderPrompt {
  step: Exclude<BrowserStep, 'method'>
  input: { code: string; action: string }
  /** Hidden fields that the form sends together with the code. */
  hiddenFields: Record<string, string>
  /** The page that posts the issuer's answer to the return address. */
  resultPage: (answer: string) => Page
}

function promptCardholder(
  orderStore: OrderStore,
  order: Order,
  threeDs: ThreeDs,
  question: CardholderPrompt,
): IssuerAnswer {
  if (orderStore.currentPhase(order).awaits !== question.step) return stepNotAwaited()
  const decide = (isAuthenticated: boolean) => {
    const value = issuerAnswer(threeDs, question.step, order, isAuthenticated)
    threeDs.issued = { value, isAuthenticated }
  }
  const { code, action } = question.input
  // The issuer decides once. A repeated request gets the same answer.
  if (!threeDs.issued) {
    if (action === 'refuse') decide(false)
    else if (action === 'confirm' && code.replace(/\s/g, '') === rightCode) decide(true)
    else if (action === 'confirm') {
      threeDs.wrongCodes += 1
      if (threeDs.wrongCodes >= maxTries) decide(false)
    }
  }
  if (threeDs.issued) return pageAnswer(question.resultPage(threeDs.issued.value))
  const payment = {
    bankName: issuerOf(order.card.bin).bankName,
    merchantName,
    amount: `${majorUnits(order.amountMinor, order.currency)} ${order.currency}`,
    lastFour: order.card.lastFour,
  }
  return pageAnswer(codePage(payment, question.hiddenFields, maxTries - threeDs.wrongCodes))
}

function pageAnswer(page: Page) {
  return { httpStatus: 200, page } as const
}

function refused(httpStatus: 400 | 404 | 405, text: string): IssuerAnswer {
  return { httpStatus, page: messagePage('This cannot be shown', text) }
}

const unknownPayment = () => refused(404, 'The bank knows no payment that this belongs to.')
const stepNotAwaited = () => refused(400, 'This payment no longer waits for the cardholder.')
const noReturnAddress = (name: string) => refused(400, `No usable return address was given (${name}).`)

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** The text properties of a JSON message in base64url; empty when the text is not such a message. */
function decodeJson(text: string): Partial<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return {}
  }
}
