import { utilityProcess, type UtilityProcess } from 'electron'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors/app-error'
import type { Logger } from '../platform/logger'
import type { SimulatorHost, SimulatorInfo } from '../ports/simulator-host'

const announcement = z.object({
  baseUrl: z.string(),
  endpointId: z.string(),
  groupId: z.string(),
  login: z.string(),
  controlKey: z.string(),
})

const pastOrders = z.array(
  z.object({ clientOrderId: z.string(), gatewayOrderId: z.string(), acceptedAtMs: z.number().int() }),
)
const welcome = z.object({
  merchant: z.object({ currency: z.string() }),
  cards: z.array(
    z.object({
      cardRefId: z.string(),
      nickname: z.string(),
      customerReference: z.string().default(''),
      clientOrderId: z.string(),
    }),
  ),
  orders: pastOrders,
  past: pastOrders,
})

const startTimeoutMs = 15_000
const maxWelcomeBytes = 1_048_576

/** Runs the simulator as a utility process and calls it over HTTP. */
export class SimulatorProcess implements SimulatorHost {
  readonly #file: string
  readonly #args: readonly string[]
  readonly #logger: Logger
  readonly #listeners: (() => void)[] = []
  #state: 'stopped' | 'starting' | 'running' | 'failed' = 'stopped'
  #process: UtilityProcess | null = null
  #info: Promise<SimulatorInfo> | null = null

  constructor(options: { file: string; stateFile: string; extraArgs: readonly string[]; logger: Logger }) {
    this.#file = options.file
    this.#args = ['--state', options.stateFile, ...options.extraArgs]
    this.#logger = options.logger
  }

  state() {
    return this.#state
  }

  start(): Promise<SimulatorInfo> {
    this.#info ??= this.#run().catch((cause: unknown) => {
      this.#info = null
      this.#stopProcess()
      this.#become('failed')
      throw new AppError('simulator-unavailable', {}, { cause })
    })
    return this.#info
  }

  stop(): Promise<void> {
    this.#info = null
    this.#stopProcess()
    this.#become('stopped')
    return Promise.resolve()
  }

  async registerPublicKey(publicKey: string): Promise<void> {
    const { baseUrl } = await this.start()
    try {
      await askJson(`${baseUrl}/simulator/control`, { publicKey })
    } catch (cause) {
      throw new AppError('simulator-unavailable', {}, { cause })
    }
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  #become(state: 'stopped' | 'starting' | 'running' | 'failed') {
    if (state === this.#state) return
    this.#state = state
    this.#logger.info('simulator.state', { state })
    for (const listener of this.#listeners) listener()
  }

  #stopProcess() {
    const running = this.#process
    this.#process = null
    running?.kill()
  }

  async #run(): Promise<SimulatorInfo> {
    this.#become('starting')
    // With the token in the path, other programs on this machine cannot use the simulator by accident.
    const token = randomBytes(16).toString('hex')
    const child = utilityProcess.fork(this.#file, ['--port', '0', '--path-token', token, ...this.#args], {
      serviceName: 'Rebill Desk simulator',
      stdio: 'ignore',
    })
    this.#process = child
    const said = announcement.parse(await firstMessage(child))
    child.on('exit', () => {
      if (this.#process !== child) return
      this.#process = null
      this.#info = null
      this.#become('failed')
    })
    const merchant = welcome.parse(await askJson(`${said.baseUrl}/simulator/welcome`))
    this.#become('running')
    return {
      ...said,
      endpointCurrency: merchant.merchant.currency,
      cards: merchant.cards.map(({ clientOrderId, ...card }) => ({
        ...card,
        sourceClientOrderId: clientOrderId,
      })),
      orders: merchant.orders,
      past: merchant.past,
    }
  }
}

function firstMessage(child: UtilityProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('the simulator did not start in time'))
    }, startTimeoutMs)
    child.once('message', (message: unknown) => {
      clearTimeout(timer)
      resolve(message)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the simulator ended with code ${String(code)}`))
    })
  })
}

/** Calls a route of the simulator's control API: POST with a body, else GET. */
function askJson(url: string, said?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const method = said === undefined ? 'GET' : 'POST'
    const asking = request(url, { method, timeout: startTimeoutMs }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
        if (body.length > maxWelcomeBytes) response.destroy(new Error('the answer is too large'))
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) {
          reject(new Error(`the simulator answered ${String(response.statusCode)}`))
          return
        }
        try {
          resolve(JSON.parse(body))
        } catch (cause) {
          reject(new Error('the answer is not JSON', { cause }))
        }
      })
    })
    asking.on('timeout', () => asking.destroy(new Error('the simulator did not answer in time')))
    asking.on('error', reject)
    asking.end(said === undefined ? undefined : JSON.stringify(said))
  })
}
