import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { publicKeyProblem } from './signing/check-oauth'
import { startSimulator } from './server/server'
import type { Announcement, SimulatorOptions } from './server/server'

const usage = `Usage: simulator [--port N] [--prefix /paynet] [--speed N] [--state FILE] [--path-token T]
                 [--rebill-control without-endpoint|with-endpoint] [--public-key FILE]
                 [--public-url https://HOST/paynet] [--seeds all|cards|none]
`

/** Exists when Electron runs this file as a utility process. */
interface ParentPort {
  postMessage(message: Announcement): void
}

class UsageError extends Error {}

function readOptions(args: string[]): SimulatorOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      prefix: { type: 'string', default: '/paynet' },
      speed: { type: 'string', default: '1' },
      state: { type: 'string' },
      'path-token': { type: 'string' },
      'public-key': { type: 'string' },
      'public-url': { type: 'string' },
      seeds: { type: 'string', default: 'all' },
      'rebill-control': { type: 'string', default: 'without-endpoint' },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError('--port takes a number up to 65535')
  const speed = Number(values.speed)
  if (!(speed > 0 && Number.isFinite(speed))) throw new UsageError('--speed takes a number above 0')
  const rebillControl = values['rebill-control']
  if (rebillControl !== 'without-endpoint' && rebillControl !== 'with-endpoint') {
    throw new UsageError('--rebill-control takes without-endpoint or with-endpoint')
  }
  const { seeds } = values
  if (seeds !== 'all' && seeds !== 'cards' && seeds !== 'none')
    throw new UsageError('--seeds takes all, cards or none')
  if (!/^(\/[\w.-]+)*$/.test(values.prefix)) throw new UsageError('--prefix takes a path such as /paynet')
  const pathToken = values['path-token']
  if (pathToken !== undefined && !/^[\w-]+$/.test(pathToken)) {
    throw new UsageError('--path-token takes letters, digits, _ and -')
  }
  const publicUrl = values['public-url']
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#\s@]+(?:\/[\w.-]+)*\/?$/.test(publicUrl))
    throw new UsageError('--public-url takes a web address such as https://gateway.example/paynet')
  const publicKey = values['public-key'] === undefined ? undefined : readPublicKey(values['public-key'])
  return {
    port,
    speed,
    rebillControl,
    seeds,
    prefix: values.prefix,
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(pathToken === undefined ? {} : { pathToken }),
    ...(values.state === undefined ? {} : { statePath: values.state }),
    warn: (message) => process.stderr.write(`${message}\n`),
  }
}

function readPublicKey(file: string): string {
  let pem: string
  try {
    pem = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`--public-key: the file ${file} cannot be read`)
  }
  const problem = publicKeyProblem(pem)
  if (problem !== undefined) throw new UsageError(`--public-key: ${problem}`)
  return pem
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const isUsage =
    error instanceof UsageError || /^ERR_PARSE_ARGS/.test((error as NodeJS.ErrnoException).code ?? '')
  process.stderr.write(`${message}\n${isUsage ? usage : ''}`)
  process.exit(isUsage ? 2 : 1)
}

async function run(): Promise<void> {
  const simulator = await startSimulator(readOptions(process.argv.slice(2)))
  const stop = () => {
    simulator.stop().then(() => process.exit(0), fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(`${JSON.stringify(simulator.announcement)}\n`)
  const { parentPort } = process as { parentPort?: ParentPort }
  parentPort?.postMessage(simulator.announcement)
}

run().catch(fail)
