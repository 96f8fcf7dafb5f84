import { AppError } from '../../src-shared/errors/app-error'
import type { GatewayOperation } from '../../src-shared/domain/exchange'
import type { Result } from '../../src-shared/util/result'
import type { GatewayRoute, GatewayTarget, NamedValue } from '../ports/gateway-client'
import type { WireAnswer } from './wire-format'

/** The input that every operation has. */
export interface CallTarget {
  readonly target: GatewayTarget
  readonly route: GatewayRoute
}

/** Checks a trimmed value. Returns the value as sent, or the message key of its problem. */
export type Rule<C = unknown> = (value: string, call: C) => Result<string, string>

/** A request parameter. `field` is the app's name for it, used in error details. */
export interface Parameter<C> {
  readonly name: string
  readonly field: string
  readonly read: (call: C) => string
  readonly rule: Rule<C>
  /** Sent byte for byte, without trimming. An issuer's value must not change. */
  readonly isExact?: true
  /** Sent in the Authorization header, not in the body. */
  readonly isInHeader?: true
  /** An empty value leaves the parameter out. */
  readonly isOptional?: true
}

/** Marks the position of the control value in the list of parameters. */
export const controlPlace = 'control'

/** The part of the path that names the API version. */
export type ApiVersion = 'v2' | 'v4' | '3ds/v1'

/** One operation of the interface: path, parameters in wire order, signed values, and the reading of its answer. */
export interface Operation<C extends CallTarget, O> {
  readonly operation: GatewayOperation
  /** Absent = v2, and the operation's own name in the path. */
  readonly path?: { readonly api: ApiVersion; readonly name: string }
  /** The operation only reads, so it may reuse a connection and may be sent once more after a closed connection. */
  readonly isQuestion?: true
  readonly parameters: readonly (Parameter<C> | typeof controlPlace)[]
  /** The signed values in order, without the key. `sent` returns a parameter as sent, or empty text. */
  readonly signed: (call: C, sent: (name: string) => string) => readonly NamedValue[]
  /** Fields that decide the outcome. When one of them cannot be read, the answer counts as unreadable. */
  readonly decisive: readonly string[]
  /**
   * Fields that a complete answer has, by its type. Used when only the end of the connection marks the end of the body,
   * because a missing field may have been cut off.
   */
  readonly wholeWith: Readonly<Record<string, readonly string[]>>
  /** Reads a well-formed, masked answer. `raw` is the unmasked answer, for values that are kept in memory only. */
  readonly readAnswer: (answer: WireAnswer, call: C, raw: WireAnswer) => AnswerReading<O>
  /** The outcome when no readable answer came. */
  readonly readLoss: (loss: Loss) => O
}

/** A call without a readable answer. `failure` is a short technical word without values. */
export interface Loss {
  readonly failure: string
  /** False proves that nothing was sent. */
  readonly wasSent: boolean
  readonly httpStatus: number | null
}

/** The outcome of an answer. `failure` says why it does not belong to this call; null when it does. */
export interface AnswerReading<O> {
  readonly outcome: O
  readonly failure: string | null
}

/** A checked request without its control value. */
export interface CheckedCall {
  /** Below the base URL. */
  readonly path: string
  readonly signed: readonly NamedValue[]
  /** A parameter as sent, or empty text. */
  sent(name: string): string
  /** The body's parameters as sent, with the control value at its position. */
  withControl(control: string): readonly NamedValue[]
}

/**
 * Checks every parameter of a call before anything is sent. Errors: `validation-failed` with one message key per field.
 */
export function checkCall<C extends CallTarget>(operation: Operation<C, unknown>, call: C): CheckedCall {
  const problems: Record<string, string> = {}
  const sent = new Map<string, string>()
  for (const parameter of operation.parameters) {
    if (parameter === controlPlace) continue
    const given = parameter.read(call)
    const value = parameter.isExact ? given : given.trim()
    if (value === '' && parameter.isOptional) continue
    const checked = value === '' ? null : parameter.rule(value, call)
    if (checked?.ok) sent.set(parameter.name, checked.value)
    else problems[parameter.field] = checked === null ? 'required' : checked.error
  }
  if (!/^[0-9]{1,20}$/.test(call.route.id)) problems['routeId'] = 'not-a-route-id'
  if (Object.keys(problems).length > 0)
    throw AppError.from({ code: 'validation-failed', details: { fields: problems } })

  const valueOf = (name: string) => sent.get(name) ?? ''
  return {
    path: pathOf(operation, call),
    signed: operation.signed(call, valueOf),
    sent: valueOf,
    withControl: (control) =>
      operation.parameters.flatMap((parameter) => {
        if (parameter === controlPlace) return [{ name: controlPlace, value: control }]
        const value = sent.get(parameter.name)
        return value === undefined || parameter.isInHeader ? [] : [{ name: parameter.name, value }]
      }),
  }
}

function pathOf<C extends CallTarget>(operation: Operation<C, unknown>, { route, target }: C): string {
  const { api, name } = operation.path ?? { api: 'v2', name: operation.operation }
  // The interface has the segment `group/` also for uploads, but some installations expect the id alone.
  const hasSegment = api !== '3ds/v1' || target.saleRules.uploadRoute === 'group-segment'
  const entryPoint = route.kind === 'group' && hasSegment ? `group/${route.id}` : route.id
  return `/api/${api}/${name}/${entryPoint}`
}
