import { icu } from './icu'
import type { AmountProblem } from '../../../src-shared/domain/money'
import type { FieldProblem } from '../../../src-shared/errors/refusal-reason'

const amountProblems: Record<AmountProblem, string> = {
  empty: 'Enter an amount.',
  'not-a-decimal': 'Enter digits and a decimal point, such as 49.00.',
  'too-many-decimals': 'This currency does not have that many decimals.',
  'not-positive': 'The amount must be more than zero.',
  'too-long': 'Too long for the gateway.',
  'unknown-currency': 'This is not a currency code. Use three letters, such as EUR.',
}

const problems: Record<Exclude<FieldProblem, 'required'>, string> & Record<string, string> = {
  ...amountProblems,
  'unreadable-character': 'One character in here cannot be sent. Type the text again.',
  'direction-character':
    'A hidden character in here changes the direction of the text. Type the text instead of pasting it.',
  'control-character': 'Hidden control characters are not allowed here. Type the text instead of pasting it.',
  'invisible-character': 'There is an invisible character in this text. Type it instead of pasting it.',
  'look-alike-hyphen': 'A hyphen in this text is not the one on the keyboard. Type it again: -',
  'several-lines': 'Several lines were pasted at once. Nothing was entered. Paste one line at a time.',
  'one-line': 'Only one line is allowed here.',
  'too-many-lines': 'Too many lines at once. Paste at most 2,000.',
  'card-number': 'This looks like a card number. Card numbers are not allowed here. It was not stored.',
  'not-an-id': 'Only letters, digits and signs without spaces are allowed here.',
  'not-a-route-id': 'Only digits, up to 20.',
  'not-an-ip-address': 'Write an IP address, such as 203.0.113.9 or 2001:db8::1.',
  'not-a-url': 'Write a web address that begins with https:// or http://.',
  'url-with-login': 'A web address with a login in it is not allowed.',
  'not-a-security-code': 'Enter three or four digits.',
  'not-for-a-stored-card': 'A stored card is charged without its number.',
  'not-a-card-number': 'This is not a card number. Compare the digits with the card.',
  'differs-from-review': 'This is not the card that you reviewed. Go back and review the payment again.',
  'not-an-expiry': 'Enter the month and year printed on the card, such as 04/28.',
  'not-a-month': 'The month is a number from 1 to 12.',
  'not-a-year': 'This is not the year of a card.',
  'not-an-email': 'Write one email address, such as name@example.com.',
  'not-a-phone-number': 'Use digits, spaces, brackets and dashes, with + in front if needed.',
  'not-a-country-code': 'Two capital letters, such as DE.',
  'not-an-https-address': 'Write a web address that begins with https://.',
  'no-callback': 'No callback was found in this text.',
  'not-a-port': 'A number from 0 to 65535.',
  'not-a-cursor': 'The list changed. Open it again.',
  'not-a-key': 'No private key was found in this text. Paste all of it, with its first and last line.',
  'public-key': 'This is the public part. The private key is needed here.',
  'passphrase-protected': 'This key is protected by a passphrase. Take the passphrase off first.',
  'openssh-key': 'This is an OpenSSH key. Write it as PEM first: ssh-keygen -p -m PEM -f the-file',
  certificate: 'This is a certificate. The private key that belongs to it is needed here.',
  'several-keys': 'More than one key was pasted. Paste the one that the gateway knows.',
  'not-rsa': 'This is not an RSA key. The gateway takes RSA keys only.',
  'key-too-short': 'This key is too short. The gateway takes 2048 bits or more.',
  'not-a-base-url':
    'Write the address with its path, such as https://gate.example.com/paynet, without a query.',
  'not-a-public-https-address': 'Only https and a public host name are allowed here.',
  'not-the-currency-of-this-endpoint': 'This endpoint takes another currency.',
  'not-a-route-of-this-profile': 'The profile does not have this endpoint or group.',
  'given-twice': 'This is listed twice.',
  'required-again': 'Enter the control key again: it belonged to another login or address.',
  'profile-has-orders':
    'This profile has orders at its current address. Add a new profile for another address.',
  'fixed-by-the-simulator': 'The simulator decides this value.',
  'not-this-group': 'That is not this group. Look at your paper again.',
  'pace-order': 'From 3 to 60 seconds, and the second not below the first.',
  'not-a-theme': 'Choose one of the themes.',
  'not-a-time-zone': 'Choose one of the time zones.',
  'wrong-length': 'A recovery code has seven groups of five. Some characters are missing or too many.',
  mistyped: 'One group is mistyped. Compare it with your paper.',
  'does-not-fit': 'This code does not open the history here.',
  'of-another-database': 'This code belongs to another history.',
  'too-short': 'This is too short.',
  'unknown-field': 'This app does not know this value.',
  'wrong-type': 'This value has the wrong form.',
  'not-allowed': 'This value cannot be used here.',
}

export const fields = {
  problems,
  required: 'Enter a value.',
  /** `label` is the label of the empty field. */
  requiredOf: icu<{ label: string }>('Fill in “{label}”.'),
  unusable: 'This value cannot be used here.',
}
