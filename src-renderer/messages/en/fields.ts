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
  'not-a-base-url':
    'Write the address with its path, such as https://gate.example.com/paynet, without a query.',
  'not-a-public-https-address': 'Only https and a public host name are allowed here.',
  'not-the-currency-of-this-endpoint': 'This endpoint takes another currency.',
  'not-a-route-of-this-profile': 'The profile does not have this endpoint or group.',
  'given-twice': 'This id is listed twice.',
  'required-again': 'Enter the control key again: it belonged to another login or address.',
  'fixed-by-the-simulator': 'The simulator decides this value.',
  'not-this-group': 'That is not this group. Look at your paper again.',
  'pace-order': 'From 3 to 60 seconds, and the second not below the first.',
  'not-a-theme': 'Choose one of the themes.',
  'not-a-time-zone': 'Choose one of the time zones.',
  'wrong-length': 'A recovery code has seven groups of five. Some characters are missing or too many.',
  mistyped: 'One group is mistyped. Compare it with your paper.',
  'does-not-fit': 'This code does not open the history here.',
  'of-another-database': 'This code belongs to another history.',
  'too-short': 'This is too little.',
  'unknown-field': 'A value came that this app does not know.',
  'wrong-type': 'This value has the wrong form.',
  'not-allowed': 'This value cannot be used here.',
}

export const fields = {
  known: (key: string) => Object.hasOwn(problems, key),
  problem: (key: string) => problems[key] ?? 'This value cannot be used here.',
}
