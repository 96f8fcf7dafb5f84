import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

/** Temporary certificates, new in every run. */
export interface TestCertificates {
  /** PEM of the authority that signed all except the last. */
  readonly authority: string
  readonly localhost: KeyAndCertificate
  readonly expired: KeyAndCertificate
  readonly notYetValid: KeyAndCertificate
  readonly otherHost: KeyAndCertificate
  readonly selfSigned: KeyAndCertificate
}

/** Creates them with openssl in a folder that is removed at once. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'desk-certificates-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  try {
    write('index', '')
    write(
      'config',
      '[ca]\ndefault_ca=d\n[d]\ndatabase=index\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=p\n' +
        'copy_extensions=copy\nunique_subject=no\n[p]\ncommonName=supplied\n',
    )
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca',
      '-days',
      '2',
      '-subj',
      '/CN=Test authority',
    )
    const signed = (name: string, host: string, from: string, to: string): KeyAndCertificate => {
      const extensions = ['-addext', `subjectAltName=DNS:${host}`]
      openssl(
        'req',
        ...newKey,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        '-subj',
        `/CN=${host}`,
        ...extensions,
      )
      const times = ['-startdate', from, '-enddate', to]
      const files = [
        '-config',
        'config',
        '-cert',
        'ca',
        '-keyfile',
        'ca.key',
        '-in',
        `${name}.csr`,
        '-out',
        name,
      ]
      openssl('ca', '-batch', '-notext', ...files, ...times)
      return { key: read(`${name}.key`), cert: read(name) }
    }
    const own = ['-keyout', 'own.key', '-out', 'own', '-days', '2', '-subj', '/CN=localhost']
    openssl('req', '-x509', ...newKey, ...own, '-addext', 'subjectAltName=DNS:localhost')
    const long = ['20200101000000Z', '20400101000000Z'] as const
    return {
      authority: read('ca'),
      localhost: signed('localhost', 'localhost', ...long),
      expired: signed('expired', 'localhost', '20200101000000Z', '20210101000000Z'),
      notYetValid: signed('future', 'localhost', '20390101000000Z', '20400101000000Z'),
      otherHost: signed('other', 'gate.example.test', ...long),
      selfSigned: { key: read('own.key'), cert: read('own') },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
