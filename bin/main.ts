// The command line. Each sub-command is a file beside this one, loaded when it is called.

import { Command, CommanderError, Option } from 'commander'
import { ownVersion } from '../fixtures/targets/own-version.ts'
import { exitCodeFor, lineFor } from './exit.ts'
import {
  certifyFlags,
  dialectOption,
  domain,
  formatOption,
  gather,
  positive,
  seed,
  targetFlags,
} from './flags.ts'
import { printError } from './output.ts'

/**
 * Runs a command line (without node and script) and answers the exit code: 0, 1, 2, 3 or 4.
 * Writes to standard output and standard error.
 */
export async function main(args: string[]): Promise<number> {
  const ran = { code: 0 }
  try {
    // All that follows is for the agent, `--help` and `--` too.
    if (args[0] === 'agent') return await (await import('./agent.ts')).agent(args.slice(1))
    await programOf(ran).parseAsync(args, { from: 'user' })
    return ran.code
  } catch (problem) {
    const isHelp = problem instanceof CommanderError && problem.exitCode === 0
    if (isHelp) return 0
    // Commander has already written its own line.
    if (!(problem instanceof CommanderError)) printError(lineFor(problem))
    return exitCodeFor(problem)
  }
}

function programOf(ran: { code: number }): Command {
  const exit = async (code: Promise<number>) => {
    ran.code = await code
  }
  const program = new Command('touchstone')
    .description('Certifies implementations of the Cluster API service and serves a reference.')
    .version(ownVersion)
    .exitOverride()

  certifyFlags(targetFlags(program.command('certify')))
    .summary('certify a server and report by section')
    .argument(
      '[target]',
      'reference, kube-apiserver, kubernetes, mutant:NAME, variant:NAME or a URL',
      undefined,
    )
    .action(async (target, flags) => exit((await import('./certify.ts')).certify(target, flags)))

  targetFlags(program.command('replay'))
    .summary('perform a saved case again')
    .argument('<case>', 'a case file')
    .argument('[target]', 'as for certify; the reference when absent')
    .option('--slow', 'wait in real time where the clock of the server cannot be moved')
    .action(async (file, target, flags) =>
      exit((await import('./replay.ts')).replay(file, target, flags)),
    )

  program
    .command('judge')
    .summary('judge recorded histories again, without a server')
    .argument('<file>', 'histories as JSON lines, as certify --save-histories writes them')
    .action(async file => exit((await import('./judge.ts')).judge(file)))

  program
    .command('mutants')
    .summary('show that the checks can fail: break the reference in many ways')
    .argument('[id...]', 'names of mutants, or ids of requirements')
    .option('--list', 'only name them')
    .option('--update', 'write what is not proven yet to the matrix (in a checkout)')
    .action(async (ids, flags) => exit((await import('./mutants.ts')).mutantsCommand(ids, flags)))

  program
    .command('variants')
    .summary('show that no check fails a lawful server')
    .argument('[name...]', 'names of variants')
    .option('--list', 'only name them')
    .option('--seed <number>', 'the root seed, or `random`', seed, 1)
    .option('--runs <number>', 'scenarios per property', positive('--runs'), 10)
    .action(async (names, flags) =>
      exit((await import('./variants.ts')).variantsCommand(names, flags)),
    )

  program
    .command('diff')
    .summary('compare two reports: what newly fails, newly passes, or fails otherwise')
    .argument('<before>', 'a report.json')
    .argument('<after>', 'a report.json; exit code 1 when something newly fails in it')
    .addOption(formatOption('the comparison as text or as JSON', 'json'))
    .action(async (a, b, flags) => exit((await import('./diff.ts')).diff(a, b, flags)))

  targetFlags(program.command('clean'))
    .summary('delete what runs left behind, by their label')
    .argument('[target]', 'as for certify')
    .action(async (target, flags) => exit((await import('./clean.ts')).clean(target, flags)))

  targetFlags(program.command('target').summary('target files').command('init'))
    .summary('draft a target file from what a server says of itself')
    .argument('<url>', 'the server')
    .option('--output <file>', 'where it goes; standard output when absent')
    .action(async (url, flags) => exit((await import('./target-init.ts')).targetInit(url, flags)))

  program
    .command('explain')
    .summary('one requirement with its check and what proves it, or one kind of configuration')
    .argument('<id>', 'a requirement, such as LIST-007, or a kind or a field: KIND[.field.path]')
    .addOption(dialectOption('the words of a kind'))
    .option('--api-domain <domain>', 'the suffix of its group', domain)
    .action(async (id, flags) => exit((await import('./explain.ts')).explain(id, flags)))

  program
    .command('validate')
    .summary('check configuration files, and command lines of the node agent')
    .argument('[file...]', 'files or directories of YAML and JSON, or - for standard input')
    .addOption(dialectOption('the words of the kinds'))
    .option('--api-domain <domain>', 'the suffix of their groups', domain)
    .addOption(
      new Option('--format <name>', 'how findings are written')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .option('--defaults', 'print the documents with everything that they leave out')
    .option('--lenient', 'fill in fields that have a default where all are required')
    .option('--check-paths', 'files that a configuration names have to be on this machine')
    .option('--feature-gates <gates>', 'Name=true or Name=false, separated by commas')
    .option(
      '--flags <line>',
      "a command line to check, or to compare with: 'nodeagent …', 'apiserver …' (repeatable)",
      gather,
      [],
    )
    .action(async (files, flags) =>
      exit((await import('./validate.ts')).validateCommand(files, flags)),
    )

  program
    .command('agent')
    .summary('check a command line of the node agent; `agent --help` has its flags')
    .argument('[flag...]', 'the flags; `--dialect kubernetes` before them takes genuine names')

  program
    .command('serve')
    .summary('serve the reference')
    .addOption(dialectOption('the words on the wire'))
    .option('--port <number>', 'a port; 0 for any free one', '8001')
    .option('--bind-address <address>', 'the address to listen on', '127.0.0.1')
    .option('--api-domain <domain>', 'the suffix of the API groups')
    .option(
      '--emulated-version <version>',
      'the Kubernetes release to behave like: 1.36 or kube=1.36, in the kubernetes dialect',
    )
    .option('--feature-gates <gates>', `Name=true or Name=false, separated by commas: ${gates}`)
    .option('--history <duration>', 'how long versions and continue tokens are kept', '5m')
    .option(
      '--livez-grace-period <duration>',
      'how long a start may take before /livez fails',
      '0s',
    )
    .option('--shutdown-delay-duration <duration>', 'how long a signal leaves it serving', '0s')
    .option('--token-auth-file <file>', 'users: token,name,uid,"group1,group2" a line')
    .option('--allow <file>', 'what users other than administrators may do')
    .option(
      '--store-ignored-settings',
      'store settings that the server does not obey, with a warning; refused unless given',
    )
    .option('--data-dir <dir>', 'keep everything here; in memory unless given')
    .option('--etcd-servers <urls>', 'keep everything in etcd: addresses, separated by commas')
    .option('--etcd-prefix <prefix>', 'where in etcd; /registry unless given')
    .option('--tls-cert-file <file>', 'TLS with this certificate, as PEM')
    .option('--tls-private-key-file <file>', 'its key, as PEM')
    .option('--cert-dir <dir>', 'TLS with a self-made certificate, which is kept here')
    .action(async flags => (await import('./serve.ts')).serve(flags))
  return program
}

// The table of the reference, which this file does not load; a test compares the two.
const gates =
  'AllowUnsafeMalformedObjectDeletion (false), APIResponseCompression (true), ' +
  'CBORServingAndStorage (false)'
