// The files that command lines of the node agent name, as they are on the machine.

import { clientFile } from './authorization.ts'
import { certificate, pair } from './certificate.ts'

const texts: Record<string, string> = {
  '/etc/agent/bootstrap': clientFile.text,
  '/etc/agent/ca.crt': certificate,
  '/etc/agent/client.yaml': clientFile.text,
  '/etc/agent/tls.crt': pair.certificate,
  '/etc/agent/tls.key': pair.key,
}

/** Those that a line names. */
export const filesNamedIn = (flags: string[]): { name: string; text: string }[] =>
  Object.entries(texts)
    .filter(([name]) => flags.some(flag => flag.endsWith(`=${name}`)))
    .map(([name, text]) => ({ name, text }))
