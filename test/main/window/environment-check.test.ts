import { describe, expect, it } from 'vitest'
import { dangerousEnvironment, driverProblem } from '../../../src-main/window/environment-check'

describe('the environment variables at a start (S12)', () => {
  it.each(['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE'])(
    'keeps a packaged build from starting with %s',
    (name) => {
      expect(dangerousEnvironment({ isPackaged: true, env: { PATH: '/bin', [name]: '1' } })).toEqual([name])
      expect(dangerousEnvironment({ isPackaged: true, env: { [name.toLowerCase()]: '0' } })).toEqual([name])
    },
  )

  it('are all reported', () => {
    const env = { NODE_OPTIONS: '-r x', NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    expect(dangerousEnvironment({ isPackaged: true, env })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'NODE_OPTIONS',
    ])
  })

  it('are accepted when they are empty or missing, and in an unpackaged build', () => {
    expect(
      dangerousEnvironment({ isPackaged: true, env: { HOME: '/home/a', NODE_ENV: 'production' } }),
    ).toEqual([])
    expect(dangerousEnvironment({ isPackaged: true, env: { NODE_OPTIONS: '' } })).toEqual([])
    expect(dangerousEnvironment({ isPackaged: false, env: { NODE_OPTIONS: '-r x' } })).toEqual([])
  })
})

describe('the driver of the database', () => {
  const start = { isPackaged: false, env: {}, nodeApi: 9 }

  it('is refused where it would crash', () => {
    expect(driverProblem(start)).toMatch(/needs Node-API 10, and this Electron has 9.*npm start/)
  })

  it('runs where the runtime is new enough, and where a developer brings another build', () => {
    expect(driverProblem({ ...start, nodeApi: 10 })).toBeNull()
    const env = { REBILL_DESK_SQLITE_BINDING: '/builds/driver.node' }
    expect(driverProblem({ ...start, env })).toBeNull()
    expect(driverProblem({ ...start, env, isPackaged: true })).not.toBeNull()
  })
})
