import { AppError } from '../../src-shared/errors/app-error'
import type { GatewayOperation } from '../../src-shared/domain/exchange'
import type { Result } from '../../src-shared/util/result'
import type { GatewayRoute, GatewayTarget, NamedValue } from '../ports/gateway-client'
import type { WireAnswer } from './wire-format'

/** What every operation is called with. */
export interface CallTarget {
  readonly target: GatewayTarget
  readonly route: GatewayRoute
}

/** Checks a trimmed value: the value as sent, or the message key of what is wrong with it. */
export type Rule<C = unknown> = (value: string, call: C) => Result<string, string>

/** A request parameter. `field` is our own name for it, used when it is refused. */
export interface Parameter<C> {
  readonly name: string
  readonly field: string
  readonly read: (call: C) => string
  readonly rule: Rule<C>
  /** Goes out byte for byte: issuers' values may not lose even white space (C15). */
  readonly isExact?: true
  /** Checked like the others, and sent in the Authorization header instead of the body. */
  readonly isInHeader?: true
  /** An empty value leaves the parameter out. */
  readonly isOptional?: true
}

/** Where the control value stands among the parameters. */
export const controlPlace = 'control'

/** Part of the path that says which of the interface's APIs an operation belongs to. */
export type ApiVersion = 'v2' | 'v4' | '3ds/v1'

/** One operation of the interface: its path, its parameters in wire order, what is signed, how the answer reads. */
export interface Operation<C extends CallTarget, O> {
  readonly operation: GatewayOperation
  /** Absent = v2, and the operation's own name in the path. */
  readonly path?: { readonly api: ApiVersion; readonly name: string }
  /** Moves and makes nothing at the gateway, so that it may share a kept connection and be asked once more. */
  readonly isQuestion?: true
  readonly parameters: readonly (Parameter<C> | typeof controlPlace)[]
  /** The signed values in order, without the key; `sent` gives a parameter as sent, empty when left out. */
  readonly signed: (call: C, sent: (name: string) => string) => readonly NamedValue[]
  /** Names whose values this operation decides by: when one cannot be read, no answer came. */
  readonly decisive: readonly string[]
  /**
   * What a whole answer holds at least, by its type. Where only the end of the connection ended the body, a field that
   * is not there may have been cut off.
   */
  readonly wholeWith: Readonly<Record<string, readonly string[]>>
  /** Reads a well-formed answer, already masked; `raw` is the same before masking, for what memory alone may hold. */
  readonly readAnswer: (answer: WireAnswer, call: C, raw: WireAnswer) => AnswerReading<O>
  /** What it means that no readable answer came. */
  readonly readLoss: (loss: Loss) => O
}

/** A call without a readable answer. `failure` is a short technical word without values. */
export interface Loss {
  readonly failure: string
  /** False is proof that nothing left the machine. */
  readonly wasSent: boolean
  readonly httpStatus: number | null
}

/** What an answer means; `failure` says why it is no answer to this call, null when it is one. */
export interface AnswerReading<O> {
  readonly outcome: O
  readonly failure: string | null
}

/** A checked request that only lacks its control value. */
export interface CheckedCall {
  /** Below the base URL. */
  readonly path: string
  readonly signed: readonly NamedValue[]
  /** A parameter as sent, empty when left out. */
  sent(name: string): string
  /** The body's parameters as sent, with this value in the control's place. */
  withControl(control: string): readonly NamedValue[]
}

/** Checks every parameter of a call before anything is sent. Errors: `validation-failed` with one message key per field. */
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
  // The interface gives uploads the group segment as well; some installations leave it out (facts, 9.17).
  const hasSegment = api !== '3ds/v1' || target.saleRules.uploadRoute === 'group-segment'
  const entryPoint = route.kind === 'group' && hasSegment ? `group/${route.id}` : route.id
  return `/api/${api}/${name}/${entryPoint}`
}
