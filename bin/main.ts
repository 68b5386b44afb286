// The command line. Each command is a file in this folder that is loaded when it is called.

import { Command, CommanderError, Option } from 'commander'
import { packageVersion } from '../fixtures/targets/package-version.ts'
import { errorExitCode, errorLine } from './command-errors.ts'
import {
  agentFlag,
  certifyFlags,
  dialectOption,
  parseApiDomain,
  formatOption,
  collectOption,
  parseSeed,
  scenariosFlag,
  targetFlags,
} from './flags.ts'
import { narrowHelp } from './narrow-help.ts'
import { printError } from './output.ts'
import { serveFlags } from './serve-flags.ts'

/**
 * Runs a command line (without node and script) and returns the exit code: 0, 1, 2, 3 or 4. Writes
 * to standard output and standard error.
 */
export async function main(args: string[]): Promise<number> {
  const ran = { code: 0 }
  try {
    // All following arguments are for the agent, including `--help` and `--`.
    if (args[0] === 'agent') return await (await import('./agent.ts')).agent(args.slice(1))
    await programOf(ran).parseAsync(args, { from: 'user' })
    return ran.code
  } catch (problem) {
    const isHelp = problem instanceof CommanderError && problem.exitCode === 0
    if (isHelp) return 0
    // Commander has already written its message.
    if (!(problem instanceof CommanderError)) printError(errorLine(problem))
    return errorExitCode(problem)
  }
}

function programOf(ran: { code: number }): Command {
  const exit = async (code: Promise<number>) => {
    ran.code = await code
  }
  const program = new Command('touchstone')
    .description(
      'Certify implementations of the Cluster API service, and serve a reference implementation.',
    )
    .version(packageVersion)
    .configureHelp(narrowHelp)
    .exitOverride()

  certifyFlags(agentFlag(targetFlags(program.command('certify'))))
    .summary('certify a server and write a report by section')
    .argument(
      '[target]',
      'reference (the default), kube-apiserver, kubernetes, mutant:NAME, variant:NAME or a URL',
      undefined,
    )
    .action(async (target, flags) => {
      // First, because loading what a run needs takes a moment.
      await (await import('../reports/report-directory.ts')).removeReport(flags.reportDir)
      await exit((await import('./certify.ts')).certify(target, flags))
    })

  agentFlag(targetFlags(program.command('replay')))
    .summary('run a saved case again')
    .argument('<case>', 'a case file')
    .argument('[target]', 'same as for certify; default: the reference server')
    .option('--slow', 'wait in real time if the clock of the server cannot be controlled')
    .action(async (file, target, flags) =>
      exit((await import('./replay.ts')).replay(file, target, flags)),
    )

  program
    .command('judge')
    .summary('evaluate recorded histories again, without a server')
    .argument('<file>', 'histories as JSON lines, from certify --save-histories')
    .action(async file => exit((await import('./judge.ts')).judge(file)))

  program
    .command('mutants')
    .summary(
      'run the checks against mutants (copies of the reference with one deliberate fault), which must fail',
    )
    .argument('[id...]', 'names of mutants or IDs of requirements')
    .option('--list', 'list names and exit')
    .option(
      '--update',
      'run mutants whose recorded result is out of date, and record the new results',
    )
    .action(async (ids, flags) => exit((await import('./mutants.ts')).mutantsCommand(ids, flags)))

  scenariosFlag(program.command('variants'), 'scenarios per property', 10)
    .summary(
      'run the checks against variants (servers with other allowed behavior), which must pass',
    )
    .argument('[name...]', 'names of variants')
    .option('--list', 'list names and exit')
    .option('--seed <number>', 'root seed, or `random`', parseSeed, 1)
    .action(async (names, flags) =>
      exit((await import('./variants.ts')).variantsCommand(names, flags)),
    )

  program
    .command('diff')
    .summary('compare two reports: new failures, fixed failures and changed failures')
    .argument('<before>', 'a report.json file')
    .argument('<after>', 'a report.json file; exit code 1 if it has new failures')
    .addOption(formatOption('output format of the comparison', 'json'))
    .action(async (a, b, flags) => exit((await import('./diff.ts')).diff(a, b, flags)))

  targetFlags(program.command('clean'))
    .summary('delete objects that earlier runs left on the server, found by their label')
    .argument('[target]', 'same as for certify')
    .action(async (target, flags) => exit((await import('./clean.ts')).clean(target, flags)))

  targetFlags(program.command('target').summary('create target files').command('init'))
    .summary('draft a target file from the discovery documents of a server')
    .argument('<url>', 'URL of the server')
    .option('--output <file>', 'output file; default: standard output')
    .action(async (url, flags) => exit((await import('./target-init.ts')).targetInit(url, flags)))

  program
    .command('explain')
    .summary('show requirements with their checks and mutants, or configuration kinds or fields')
    .argument(
      '<id...>',
      'requirements, such as LIST-007, or configuration kinds or fields: KIND[.field.path]',
    )
    .addOption(dialectOption('names of configuration kinds'))
    .option('--api-domain <domain>', 'suffix of the API group', parseApiDomain)
    .action(async (ids, flags) => exit((await import('./explain.ts')).explain(ids, flags)))

  program
    .command('validate')
    .summary('validate configuration files and command lines of the node agent')
    .argument('[file...]', 'YAML or JSON files or directories, or - for standard input')
    .addOption(dialectOption('names of configuration kinds'))
    .option('--api-domain <domain>', 'suffix of the API groups', parseApiDomain)
    .addOption(
      new Option('--format <name>', 'output format of findings')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--defaults', 'print the documents with defaults applied')
    .option('--lenient', 'apply defaults to required fields that are missing')
    .option('--check-paths', 'require that files named in a configuration exist on this machine')
    .option('--feature-gates <gates>', 'comma-separated Name=true or Name=false')
    .option(
      '--flags <line>',
      "command line to validate ('nodeagent …'), or with which the files must agree ('apiserver …'; repeatable)",
      collectOption,
      [],
    )
    .action(async (files, flags) =>
      exit((await import('./validate.ts')).validateCommand(files, flags)),
    )

  program
    .command('agent')
    .summary('run the reference node agent (kubelet); `agent --help` lists its flags')
    .argument(
      '[flag...]',
      'flags of the node agent; put `--dialect kubernetes` first for Kubernetes names',
    )

  serveFlags(program.command('serve'))
    .summary('run the reference server')
    .action(async flags => (await import('./serve.ts')).serve(flags))
  return program
}
