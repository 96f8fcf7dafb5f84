import { afterAll, describe, expect, it } from 'vitest'
import vectors from '../../../fixtures/gateway/control-vectors.json'
import { post, start, stopAll } from '../support'
import type { RebillControl } from '../../../../src-main/simulator/server/merchant'
import type { Form } from '../support'

interface Vector {
  endpoint: string
  inputs: Record<string, string>
  order: string[]
  sha1: string
  evidence: string
  note?: string
  negative?: boolean
}

const uploads = ['upload-method-url-result', 'upload-cres-result', 'upload-pares-result']
const uploadVector = (vectors as Vector[]).find(({ endpoint }) => endpoint.startsWith('3ds-upload'))
const answered = ['sale', 'status', 'create-card-ref', 'get-card-info', 'make-rebill', 'make-rebill-preauth']
const mine = (vectors as Vector[]).filter(({ endpoint }) => answered.includes(endpoint))

afterAll(stopAll)

describe('the control check, against the golden vectors', () => {
  it('has vectors for every operation it answers', () => {
    expect([...new Set(mine.map(({ endpoint }) => endpoint))].sort()).toEqual([...answered].sort())
    expect(mine).toHaveLength(29)
  })

  it.each(
    mine.map(
      (vector) => [`${vector.endpoint} ${vector.sha1.slice(0, 8)} ${vector.note ?? ''}`, vector] as const,
    ),
  )('%s', async (_name, vector) => {
    const withEndpoint = vector.endpoint.startsWith('make-rebill') && vector.order[0] === 'endpoint_id'
    const isAccepted = await accepts(vector, withEndpoint ? 'with-endpoint' : 'without-endpoint')
    expect(isAccepted).toBe(!vector.negative)
    // A merchant uses one variant of the rebill control, so the vectors of the other variant must be refused.
    if (vector.endpoint.startsWith('make-rebill')) {
      expect(await accepts(vector, withEndpoint ? 'without-endpoint' : 'with-endpoint')).toBe(false)
    }
  })
})

describe('the control check of uploads', () => {
  it.each(uploads)('accepts the golden vector for %s', async (command) => {
    if (!uploadVector) throw new Error('There is no vector for uploads')
    const { login = '', orderid = '', merchant_control = '', ...ids } = uploadVector.inputs
    const simulator = await start({
      seeds: 'none',
      merchant: {
        login,
        controlKey: merchant_control,
        rebillControl: 'without-endpoint',
        endpoints: [{ id: '253', label: 'Vectors', currency: 'USD' }],
        groups: [],
      },
    })
    const own: Form = {
      threeDSServerTransID: 'x',
      threeDSCompInd: 'Y',
      cres: 'x',
      paRes: 'x',
      md: 'x',
    }
    const ask = (control: string) =>
      post(simulator, `/api/3ds/v1/${command}/253`, { login, orderid, ...ids, ...own, control })
    expect((await ask(uploadVector.sha1))['error-message']).toBe('Order not found')
    expect((await ask(uploadVector.sha1.replace(/^./, 'g')))['error-message']).toBe('INVALID_CONTROL_CODE')
  })
})

async function accepts(vector: Vector, rebillControl: RebillControl): Promise<boolean> {
  const {
    endpoint_id = '253',
    merchant_control = '',
    amount_minor: _minor,
    by_request_sn,
    ...named
  } = vector.inputs
  const currency = named.currency ?? 'USD'
  const simulator = await start({
    seeds: 'none',
    rebillControl,
    merchant: {
      login: named.login ?? 'merchant',
      controlKey: merchant_control,
      rebillControl,
      endpoints: [{ id: endpoint_id, label: 'Vectors', currency }],
      groups: [],
    },
  })
  const common: Form = { order_desc: 'Vector', ipaddress: '192.0.2.1', currency }
  const card: Form = {
    card_printed_name: 'IVA TESTOVA',
    credit_card_number: '4444555566661111',
    expire_month: '1',
    expire_year: '2031',
  }
  const form: Form = { login: 'merchant', ...common, ...card, ...named, control: vector.sha1 }
  if (by_request_sn !== undefined) form['by-request-sn'] = by_request_sn
  // The entry point of a sale names the merchant.
  if (vector.endpoint === 'sale') delete form.login
  const answer = await post(simulator, `/api/v2/${vector.endpoint}/${endpoint_id}`, form)
  if (answer['error-message'] === 'INVALID_CONTROL_CODE') return false
  // After the control the simulator looks for the order or card, which this merchant does not have.
  const isPastControl = answer.type === 'async-response' || /not found$/.test(answer['error-message'] ?? '')
  if (!isPastControl) throw new Error(`Refused before its control was looked at: ${answer['error-message']}`)
  return true
}
