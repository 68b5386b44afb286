// The flags that commands share, and those of certify.

import { type Command, Option } from 'commander'
import { profileNames } from '../suites/select/profiles.ts'
import { UsageProblem } from './command-errors.ts'
import { durationFlag } from './durations.ts'

/** The dialect of the server or configuration in a command. Defaults to cluster. */
export const dialectOption = (says: string): Option =>
  new Option('--dialect <name>', says).choices(['cluster', 'kubernetes']).default('cluster')

/** The output format of a command: text, or `other`. */
export const formatOption = (says: string, other: string): Option =>
  new Option('--format <name>', says).choices(['text', other]).default('text')

/** Adds the flags that select a server and credentials. */
export const targetFlags = (command: Command): Command =>
  command
    .option('--target <file>', 'target file: name, address and features of the server')
    .option(
      '--also <url>',
      'another endpoint of the same service; requests alternate between endpoints (repeatable)',
      collectOption,
      [],
    )
    .addOption(
      new Option(
        '--dialect <name>',
        'names on the wire: those of the specification (cluster) or of Kubernetes (kubernetes)',
      ).choices(['cluster', 'kubernetes']),
    )
    .option('--api-domain <domain>', "suffix of the server's API groups", parseApiDomain)
    .option('--token-file <file>', 'bearer token of a cluster administrator')
    .option('--client-certificate <file>', 'client certificate, PEM')
    .option('--client-key <file>', 'private key of the client certificate, PEM')
    .option('--certificate-authority <file>', 'CA certificate of the server, PEM')
    .option('--insecure-skip-tls-verify', 'do not verify the certificate of the server')
    .option('--kubeconfig <file>', 'read address and credentials from this kubeconfig')
    .option('--context <name>', 'kubeconfig context; default: the current context')
    .option(
      '--allow-writes-to <host>',
      'allow writes to this remote host (repeatable)',
      collectOption,
      [],
    )
    .option(
      '--hosts-address <address>',
      'address of this machine at which the server can call webhooks of the run (default: 127.0.0.1)',
    )

/** Adds the flag of commands that run checks of node agents. */
export const agentFlag = (command: Command): Command =>
  command.option(
    '--agent',
    'also start node agents (kubelets); the target `reference` starts them without this flag',
  )

/**
 * Adds the number of scenarios per property, which may also be given by its former name, `--runs`.
 */
export const scenariosFlag = (command: Command, says: string, byDefault?: number): Command =>
  command
    .option('--scenarios <number>', says, parsePositive('--scenarios'), byDefault)
    .addOption(
      new Option('--runs <number>', 'the former name of --scenarios')
        .argParser(parsePositive('--runs'))
        .conflicts('scenarios')
        .hideHelp(),
    )

/** Adds the flags that select checks, limit the run and place the report. */
export const certifyFlags = (command: Command): Command =>
  scenariosFlag(command, 'scenarios per property (default: 20)')
    .option('--profile <name>', `run only this profile: ${profileNames.join(', ')}`)
    .option(
      '--section <sections>',
      'run only these sections, by slug or title, separated by commas (repeatable)',
      collectWords,
      [],
    )
    .option(
      '--id <ids>',
      'run only these requirements, separated by commas (repeatable)',
      collectWords,
      [],
    )
    .option('--seed <number>', 'root seed, or `random`', parseSeed, 1)
    .option('--smoke', 'run three scenarios per property, and start no servers or node agents')
    .option('--slow', 'also run checks that wait for minutes of real time')
    .option(
      '--concurrency <number>',
      'maximum number of parallel checks on the server (default: 4, or 12 if it responds slowly, but to several requests at once); those of started servers and agents run in addition, at most four at a time',
      parsePositive('--concurrency'),
    )
    .option(
      '--timeout <duration>',
      'time limit of the whole run, such as 5m',
      durationFlag('--timeout'),
    )
    .option(
      '--request-timeout <duration>',
      'time limit of one response (default: 30s)',
      durationFlag('--request-timeout'),
    )
    .option(
      '--max-findings <number>',
      'stop after this many findings',
      parsePositive('--max-findings'),
    )
    .option('--fail-fast', 'stop after the first finding')
    .option(
      '--baseline <file>',
      'file of known failures; exit code 1 for new, changed or stale failures, 4 for unlisted musts that could not be judged',
    )
    .option('--update-baseline', 'write the failures of this run to the baseline')
    .addOption(formatOption('output format; github adds annotations for GitHub Actions', 'github'))
    .option('--report-dir <dir>', 'directory of the report', './touchstone-report')
    .option('--save-histories <dir>', 'save every recorded history as JSON lines')
    .option('--verbose', 'print the full summary instead of one screen')

/** Collects the comma-separated words of a repeatable option. */
const collectWords = (value: string, before: string[]): string[] => [...before, ...value.split(',')]

/** Collects the values of a repeatable option. */
export function collectOption(value: string, before: string[]): string[] {
  return [...before, value]
}

/** @throws UsageProblem */
export function parseSeed(text: string): number {
  if (text === 'random') return Math.floor(Math.random() * 2 ** 31)
  if (/^-?\d{1,10}$/.test(text)) return Number(text)
  throw new UsageProblem(`--seed: expected an integer or random, got ${JSON.stringify(text)}`)
}

/** Reads a whole number above 0. @throws UsageProblem */
export function parsePositive(flag: string): (text: string) => number {
  return text => {
    if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
    throw new UsageProblem(`${flag}: expected a whole number above 0, got ${JSON.stringify(text)}`)
  }
}

/** Reads an API domain. @throws UsageProblem */
export function parseApiDomain(text: string): string {
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text)) return text
  throw new UsageProblem(
    `--api-domain: expected a domain such as cluster.example, got ${JSON.stringify(text)}`,
  )
}
