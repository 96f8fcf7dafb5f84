import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  HandClock,
  key,
  login,
  martaToken,
  post,
  rebillForm,
  saleForm,
  sha1,
  signedCardRef,
  signedSale,
  signedStatus,
  signedUpload,
  start,
  statusOf,
  stopAll,
} from '../support'
import type { RebillControl } from '../../../../src-main/simulator/server/merchant'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form } from '../support'

let withoutEndpoint: Simulator
let withEndpoint: Simulator

beforeAll(async () => {
  const clock = new HandClock()
  withoutEndpoint = await start({ clock })
  withEndpoint = await start({ rebillControl: 'with-endpoint' })
  const sell = async (amount: string) => {
    const form = signedSale(`${amount}00`, { amount, client_orderid: `W-${amount}`, cvv2: '' })
    return (await post(withoutEndpoint, '/api/v2/sale/4411', form))['paynet-order-id'] ?? ''
  }
  waiting.method = await sell('9301')
  waiting.challenge = await sell('9302')
  waiting.pareq = await sell('9303')
  clock.advance(2_000)
  serverTransId = await transIdOf('W-9301')
  const passed = { threeDSServerTransID: await transIdOf('W-9302'), threeDSCompInd: 'Y' }
  await post(
    withoutEndpoint,
    '/api/3ds/v1/upload-method-url-result/4411',
    signedUpload('W-9302', waiting.challenge, passed),
  )
  md = (await statusOf(withoutEndpoint, 'W-9303'))['tds-pareq-form-md'] ?? ''
  clock.advance(2_000)
})
afterAll(stopAll)

/** Gateway ids of orders that wait for each browser step. */
const waiting = { method: '', challenge: '', pareq: '' }
let serverTransId = ''
let md = ''

async function transIdOf(clientOrderId: string): Promise<string> {
  const status = await statusOf(withoutEndpoint, clientOrderId)
  return status['tds-method-url-frame-3ds-server-trans-id'] ?? ''
}

let orderCount = 0
const newId = () => `P-${(orderCount += 1)}`

interface Case {
  command: string
  /** Path before the command; /api/v2/ when left out. */
  api?: string
  variant: RebillControl
  /** A well-formed request without its control. */
  form: () => Form
  /** The signed values without the key. */
  signed: (form: Form, entryId: string) => string[]
}

const v = (form: Form, name: string) => form[name] ?? ''
const rebillValues = (form: Form) => [login, v(form, 'client_orderid'), martaToken, '1015', 'EUR']
const idValues = (form: Form) => [login, v(form, 'client_orderid'), v(form, 'orderid')]
const uploadForm = (clientOrderId: string, orderid: string): Form => ({
  login,
  orderid,
  'client-order-id': clientOrderId,
})
const uploadValues = (form: Form) => [login, v(form, 'client-order-id'), v(form, 'orderid')]
const rebillCommands = ['make-rebill', 'make-rebill-sale', 'make-rebill-preauth']

const cases: Case[] = [
  {
    command: 'sale',
    variant: 'without-endpoint',
    form: () => saleForm({ client_orderid: newId() }),
    signed: (form, entryId) => [entryId, v(form, 'client_orderid'), '1015', v(form, 'email')],
  },
  ...rebillCommands.map((command): Case => ({
    command,
    variant: 'without-endpoint',
    form: () => rebillForm({ client_orderid: newId() }),
    signed: rebillValues,
  })),
  ...rebillCommands.map((command): Case => ({
    command,
    variant: 'with-endpoint',
    form: () => rebillForm({ client_orderid: newId() }),
    signed: (form, entryId) => [entryId, ...rebillValues(form)],
  })),
  {
    command: 'status',
    variant: 'without-endpoint',
    form: () => ({ login, client_orderid: 'NS-2041', orderid: '6684106' }),
    signed: idValues,
  },
  {
    command: 'status',
    variant: 'with-endpoint',
    form: () => ({ login, client_orderid: 'NS-2041' }),
    signed: idValues,
  },
  {
    command: 'create-card-ref',
    variant: 'without-endpoint',
    form: () => ({ login, client_orderid: 'NS-2041', orderid: '6684106' }),
    signed: idValues,
  },
  {
    command: 'get-card-info',
    variant: 'without-endpoint',
    form: () => ({ login, cardrefid: martaToken }),
    signed: () => [login, martaToken],
  },
  {
    command: 'upload-method-url-result',
    api: '/api/3ds/v1/',
    variant: 'without-endpoint',
    form: () => ({
      ...uploadForm('W-9301', waiting.method),
      threeDSServerTransID: serverTransId,
      threeDSCompInd: 'Y',
    }),
    signed: uploadValues,
  },
  {
    command: 'upload-cres-result',
    api: '/api/3ds/v1/',
    variant: 'without-endpoint',
    form: () => ({ ...uploadForm('W-9302', waiting.challenge), cres: 'e30' }),
    signed: uploadValues,
  },
  {
    command: 'upload-pares-result',
    api: '/api/3ds/v1/',
    variant: 'without-endpoint',
    form: () => ({ ...uploadForm('W-9303', waiting.pareq), paRes: 'eA==', md }),
    signed: uploadValues,
  },
]

const entries = [
  { form: 'endpoint', path: '4411', id: '4411', other: '7722' },
  { form: 'group', path: 'group/7722', id: '7722', other: '4411' },
]

const wrongControl = {
  type: 'validation-error',
  'serial-number': expect.stringMatching(/^0{8}-0000-0000-0000-[0-9a-f]{12}$/),
  'error-message': 'INVALID_CONTROL_CODE',
  'error-code': '2',
}

const table = cases.flatMap((one) =>
  entries.map((entry) => [`${one.command}, rebill ${one.variant}, ${entry.form} path`, one, entry] as const),
)

describe.each(table)('%s', (_name, { command, api = '/api/v2/', variant, form, signed }, entry) => {
  const ask = (request: Form, control: string) =>
    post(variant === 'with-endpoint' ? withEndpoint : withoutEndpoint, `${api}${command}/${entry.path}`, {
      ...request,
      control,
    })

  it('accepts the right control', async () => {
    const request = form()
    expect((await ask(request, sha1(...signed(request, entry.id), key))).type).toMatch(/-response$/)
  })

  it('accepts the right control in upper case', async () => {
    const request = form()
    expect((await ask(request, sha1(...signed(request, entry.id), key).toUpperCase())).type).toMatch(
      /-response$/,
    )
  })

  it('answers code 2 to a control of another key, to a missing one and to a cut one', async () => {
    const request = form()
    const values = signed(request, entry.id)
    const right = sha1(...values, key)
    for (const control of [
      sha1(...values, 'another key'),
      sha1(...values),
      '',
      right.slice(0, 39),
      `${right}0`,
    ]) {
      expect(await ask(request, control)).toEqual(wrongControl)
    }
  })

  it('answers code 2 when any two of the signed values are swapped', async () => {
    const request = form()
    const values = [...signed(request, entry.id), key]
    const controls = new Set<string>()
    for (let left = 0; left < values.length; left += 1) {
      for (let right = left + 1; right < values.length; right += 1) {
        const swapped = [...values]
        swapped[left] = values[right] ?? ''
        swapped[right] = values[left] ?? ''
        controls.add(sha1(...swapped))
      }
    }
    // Swapping two equal values, or one with an empty neighbour, signs the same text.
    controls.delete(sha1(...values))
    expect(controls).not.toEqual(new Set())
    for (const control of controls) expect(await ask(request, control)).toEqual(wrongControl)
  })

  it('answers code 2 when the id of the other kind of path is signed', async () => {
    const request = form()
    const signsEntry = signed(request, 'x').includes('x')
    const values = signsEntry ? signed(request, entry.other) : [entry.id, ...signed(request, entry.id)]
    expect(await ask(request, sha1(...values, key))).toEqual(wrongControl)
  })
})

describe('a rebill refused for its control', () => {
  it('creates no order', async () => {
    const request = rebillForm({ client_orderid: 'P-REFUSED' })
    await post(withoutEndpoint, '/api/v2/make-rebill/4411', { ...request, control: sha1('wrong') })
    const status = await post(withoutEndpoint, '/api/v2/status/4411', signedStatus('P-REFUSED'))
    expect(status).toMatchObject({ type: 'validation-error', 'error-message': 'Order not found' })
  })
})

describe('the same order under another entry point', () => {
  it('is found by status and can be registered', async () => {
    const { 'paynet-order-id': orderId = '' } = await post(
      withoutEndpoint,
      '/api/v2/status/4411',
      signedStatus('NS-2041'),
    )
    const path = '/api/v2/create-card-ref/group/7722'
    expect((await post(withoutEndpoint, path, signedCardRef('NS-2041', orderId))).type).toBe(
      'create-card-ref-response',
    )
  })
})

describe('an upload to a group named by its id alone', () => {
  const path = '/api/3ds/v1/upload-cres-result'

  it('works as with the segment; other commands refuse such a path', async () => {
    const form = signedUpload('W-9302', waiting.challenge, { cres: 'e30' })
    expect((await post(withoutEndpoint, `${path}/7722`, form)).type).toBe('async-response')
    expect(await post(withoutEndpoint, '/api/v2/status/7722', signedStatus('NS-2041'))).toMatchObject({
      'error-message': 'End point with id 7722 not found',
    })
  })

  it.each(['9999', 'group/9999', 'group/4411'])('is refused at %s', async (entry) => {
    const form = signedUpload('W-9302', waiting.challenge, { cres: 'e30' })
    expect(await post(withoutEndpoint, `${path}/${entry}`, form)).toMatchObject({
      type: 'validation-error',
      'error-message': expect.stringMatching(/not found$/),
    })
  })
})
