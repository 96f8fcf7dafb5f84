import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  key,
  login,
  martaToken,
  post,
  rebillForm,
  saleForm,
  sha1,
  signedCardRef,
  signedStatus,
  start,
  stopAll,
} from './support'
import type { RebillControl } from '../../../src-main/simulator/merchant'
import type { Simulator } from '../../../src-main/simulator/server'
import type { Form } from './support'

let withoutEndpoint: Simulator
let withEndpoint: Simulator

beforeAll(async () => {
  withoutEndpoint = await start()
  withEndpoint = await start({ rebillControl: 'with-endpoint' })
})
afterAll(stopAll)

let orderCount = 0
const newId = () => `P-${(orderCount += 1)}`

interface Case {
  command: string
  variant: RebillControl
  /** A well-formed request without its control. */
  form: () => Form
  /** What the control is made of, the key left out. */
  signed: (form: Form, entryId: string) => string[]
}

const v = (form: Form, name: string) => form[name] ?? ''
const rebillValues = (form: Form) => [login, v(form, 'client_orderid'), martaToken, '1015', 'EUR']
const idValues = (form: Form) => [login, v(form, 'client_orderid'), v(form, 'orderid')]
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

describe.each(table)('%s', (_name, { command, variant, form, signed }, entry) => {
  const ask = (request: Form, control: string) =>
    post(variant === 'with-endpoint' ? withEndpoint : withoutEndpoint, `/api/v2/${command}/${entry.path}`, {
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

  it('answers code 2 to a control of another key, to none and to a cut one', async () => {
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
    const isRight = new Set([sha1(...values)])
    for (let left = 0; left < values.length; left += 1) {
      for (let right = left + 1; right < values.length; right += 1) {
        const swapped = [...values]
        swapped[left] = values[right] ?? ''
        swapped[right] = values[left] ?? ''
        // Swapping two equal values, or one with an empty neighbour, signs the same text.
        if (!isRight.has(sha1(...swapped))) expect(await ask(request, sha1(...swapped))).toEqual(wrongControl)
      }
    }
  })

  it('answers code 2 when the id of the other kind of path is signed', async () => {
    const request = form()
    const signsEntry = signed(request, 'x').includes('x')
    const values = signsEntry ? signed(request, entry.other) : [entry.id, ...signed(request, entry.id)]
    expect(await ask(request, sha1(...values, key))).toEqual(wrongControl)
  })
})

describe('a rebill refused for its control', () => {
  it('leaves no order behind', async () => {
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
