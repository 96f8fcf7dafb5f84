import type { AmountProblem } from '../../../src-shared/domain/money'

const amountProblems: Record<AmountProblem, string> = {
  empty: 'Enter an amount.',
  'not-a-decimal': 'Write the amount with digits and a decimal point, such as 49.00.',
  'too-many-decimals': 'This currency does not have that many decimals.',
  'not-positive': 'The amount must be more than zero.',
  'too-long': 'Too long for the gateway.',
  'unknown-currency': 'This is not a currency code. Use three letters, such as EUR.',
}

const problems: Record<string, string> = {
  ...amountProblems,
  required: 'Fill this in.',
  'unreadable-character': 'One character in here cannot be sent. Type the text again.',
  'control-character': 'Hidden control characters are not allowed here. Type the text instead of pasting it.',
  'one-line': 'Only one line is allowed here.',
  'card-number': 'This looks like a card number. Card numbers are not typed here and were not kept.',
  'not-an-id': 'Only letters, digits and signs without spaces are allowed here.',
  'not-a-route-id': 'Only digits, up to 20.',
  'not-an-ip-address': 'Write an IP address, such as 203.0.113.9 or 2001:db8::1.',
  'not-a-url': 'Write a web address that begins with https:// or http://.',
  'url-with-login': 'A web address with a login in it is not allowed.',
  'not-a-security-code': 'Three or four digits.',
  'not-a-base-url': 'Write the address with its path, such as https://gate.example.com/paynet, without a query.',
  'not-public-https': 'Needs https and a public host name.',
  loopback: 'A live profile cannot point at this computer.',
  'pace-order': 'The second must not be below the first.',
  'wrong-currency': 'This endpoint takes another currency.',
  'duplicate-route': 'This id is listed twice.',
}

export const fields = {
  known: (key: string) => Object.hasOwn(problems, key),
  problem: (key: string) => problems[key] ?? 'This value cannot be used here.',
}
