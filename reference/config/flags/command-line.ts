// Checks a command line of the agent together with the files that it names: configuration files,
// and a certificate with its key.

import { X509Certificate, createPrivateKey } from 'node:crypto'
import { quote } from '../../api/quote.ts'
import { readConfigFiles } from './config-files.ts'
import type { HostFacts } from './flag.ts'
import { type CheckedFlags, type FlagOptions, checkFlags } from './check-flags.ts'
import { agentFlags } from './flags.table.ts'
import { type FileFault, readRegularFile } from './read-regular-file.ts'
import { flagRules } from './flag-rules.ts'

type Table = 'flags' | 'rules'

export type CommandLineOptions = Omit<FlagOptions, Table | 'config'> & {
  /** Replaces the table of flags or the rules. */
  readonly [part in Table]?: FlagOptions[part]
} & {
  /** The command line is for another machine, so missing certificate files are not reported. */
  readonly isElsewhere?: true
}

/** Reads and checks the arguments after the program name and the files that they name. */
export function checkCommandLine(
  args: readonly string[],
  { isElsewhere, ...more }: CommandLineOptions,
): CheckedFlags {
  const keyMatches = isElsewhere ? matchesWhereKnown : matches
  const host: HostFacts = { keyMatches, ...more.host }
  const options: FlagOptions = { flags: agentFlags, rules: flagRules, ...more, host }
  const alone = checkFlags(args, options)
  const { configs, findings } = readConfigFiles(alone.values, more.dialect)
  const checked = configs.length === 0 ? alone : checkFlags(args, { ...options, config: configs })
  return { ...checked, findings: [...findings, ...checked.findings] }
}

type KeyMatches = NonNullable<HostFacts['keyMatches']>

/** AGENT-236: whether a certificate and a key match. */
const matches: KeyMatches = (certificateFile, keyFile) => {
  const certificate = read(certificateFile, bytes => new X509Certificate(bytes))
  const key = read(keyFile, createPrivateKey)
  if ('fault' in certificate) return certificate
  return 'fault' in key ? key : certificate.value.checkPrivateKey(key.value)
}

const matchesWhereKnown: KeyMatches = (certificateFile, keyFile) => {
  const isHere = [certificateFile, keyFile].every(file => !('fault' in readRegularFile(file)))
  return !isHere || matches(certificateFile, keyFile)
}

function read<T>(file: string, parse: (bytes: Buffer) => T): { readonly value: T } | FileFault {
  const opened = readRegularFile(file)
  if ('fault' in opened) return { fault: `${quote(file)} cannot be read: ${opened.fault}` }
  try {
    return { value: parse(opened.bytes) }
  } catch {
    // The constructors throw if a text is neither a certificate nor a key.
    return { fault: `${quote(file)} is not a certificate or key in PEM` }
  }
}
