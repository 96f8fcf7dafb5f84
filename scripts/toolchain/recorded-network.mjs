import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { capture } from '../lib/run.mjs'
import { runsAsRoot } from './account.mjs'

/** Set inside a session with a recorded network: the file with one line for each packet. */
export const PACKETS_VARIABLE = 'REBILL_DESK_PACKETS'

/** A host of the recorded network on which tests can listen. No reserved range counts as public, so it is none. */
export const PUBLIC_HOST = { name: 'bank.example', address: '20.20.20.20' }

/** A public name for an address inside of an office, as anybody can register one. */
export const OFFICE_HOST = { name: 'office.example', address: '10.1.2.5' }

/**
 * The name server is that of a provider that Chromium knows, so that it would also try DNS over HTTPS. Nothing answers:
 * a name is recorded, and its lookup fails at once.
 */
const NAME_SERVER = '8.8.8.8'

/**
 * A network of its own for one session. It looks like that of an office: an interface with addresses, a default route
 * and a name server. But it leads nowhere, and tcpdump writes down what is sent.
 * @typedef {object} RecordedNetwork
 * @property {string} packets the file that tcpdump writes
 * @property {(file: string, args: readonly string[]) => { file: string, args: string[] }} through the command that
 *   starts a program in the network, as the current account
 */

/**
 * @param {string} folder
 * @param {{ uid: number, gid: number }} owner the account that runs the programs
 * @returns {Promise<RecordedNetwork | null>} null if this account cannot make a network
 */
export async function makeRecordedNetwork(folder, owner) {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(CONFIGURATION)) await writeFile(path.join(folder, name), text)
  const { namespace, account } = runsAsRoot() ? AS_ROOT : asUser(owner)
  const through = (/** @type {string} */ file, /** @type {readonly string[]} */ args) => ({
    file: 'unshare',
    args: [...namespace, 'sh', '-c', RECORD_AND_RUN, 'sh', folder, ...account, file, ...args],
  })
  const tried = through('true', [])
  const { exitCode } = await capture(tried.file, tried.args, { timeoutMs: 10_000 })
  return exitCode === 0 ? { packets: path.join(folder, 'packets'), through } : null
}

const AS_ROOT = { namespace: ['--mount', '--propagation', 'private', '--net'], account: [] }

/**
 * In a new user namespace a user is root. A second namespace inside it turns root into the user again.
 * @param {{ uid: number, gid: number }} owner
 */
function asUser({ uid, gid }) {
  return {
    namespace: ['--user', '--map-root-user', '--mount', '--net'],
    account: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
  }
}

/** Files that replace those of /etc. Without the other sources of names, no service of the real system is asked. */
const CONFIGURATION = {
  'resolv.conf': `nameserver ${NAME_SERVER}\n`,
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  hosts: [
    '127.0.0.1 localhost',
    ...[PUBLIC_HOST, OFFICE_HOST].map(({ name, address }) => `${address} ${name}`),
    '',
  ].join('\n'),
}

/** Of TCP only the first packet of each connection. What the system says by itself with ICMPv6 is left out. */
const FILTER = 'not icmp6 and (not tcp or tcp[tcpflags] & (tcp-syn|tcp-ack) = tcp-syn or (ip6 and tcp))'

const RECORD_AND_RUN = [
  'set -e',
  'folder=$1; shift',
  `for name in ${Object.keys(CONFIGURATION).join(' ')}; do mount --bind "$folder/$name" "/etc/$name"; done`,
  'ip link set lo up',
  // A pair of interfaces: what is sent from the first one arrives at the second one, where nobody is.
  'ip link add out0 type veth peer name end0',
  'ip link set out0 arp off',
  'echo 1 > /proc/sys/net/ipv6/conf/end0/disable_ipv6',
  'ip addr add 192.0.2.2/24 dev out0',
  'ip addr add 2001:db8::2/64 dev out0 nodad',
  `ip addr add ${NAME_SERVER}/32 dev lo`,
  `ip addr add ${PUBLIC_HOST.address}/32 dev lo`,
  'ip link set out0 up',
  'ip link set end0 up',
  'ip route add default dev out0',
  'ip -6 route add default dev out0',
  'echo 443 > /proc/sys/net/ipv4/ip_unprivileged_port_start',
  // tcpdump ends with the program, whose process id is that of this shell.
  `(tcpdump -i any -l -nn --immediate-mode -s 512 -B 16384 -Z root '${FILTER}' > "$folder/packets" 2> "$folder/tcpdump" &`,
  'tail --pid=$$ -f /dev/null; kill $!) > /dev/null 2>&1 3<&- &',
  'tries=0',
  'until grep -q "listening on" "$folder/tcpdump" 2> /dev/null; do',
  'tries=$((tries + 1)); test "$tries" -lt 100 || exit 1; sleep 0.05; done',
  'exec "$@"',
].join('\n')
