// The command line. Each command is a file in this folder that is loaded when it is called.

import { Command, CommanderError, Option } from 'commander'
import { packageVersion } from '../fixtures/targets/package-version.ts'
import { auditFlags } from './audit-flags.ts'
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
      'reference, kube-apiserver, kubernetes, mutant:NAME, variant:NAME or a URL',
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

  auditFlags(program.command('serve'))
    .summary('run the reference server')
    .addOption(dialectOption('names on the wire'))
    .option('--port <number>', 'port; 0 selects a free port', '8001')
    .option('--bind-address <address>', 'listen address', '127.0.0.1')
    .option('--api-domain <domain>', 'suffix of the API groups')
    .option(
      '--emulated-version <version>',
      'Kubernetes release to emulate, 1.36 or kube=1.36 (kubernetes dialect only)',
    )
    .option('--feature-gates <gates>', `comma-separated Name=true or Name=false: ${gates}`)
    .option(
      '--encryption-provider-config <file>',
      'EncryptionConfiguration: the types to encrypt, and the keys or KMS plug-ins',
    )
    .option(
      '--encryption-provider-config-automatic-reload <true|false>',
      'reload the EncryptionConfiguration when it changes; default: false',
    )
    .option(
      '--egress-selector-config-file <file>',
      'EgressSelectorConfiguration: proxies for connections to webhooks',
    )
    .option(
      '--tracing-config-file <file>',
      'TracingConfiguration: the collector of spans, and the sampling rate',
    )
    .option(
      '--controllers <list>',
      'controllers to run, such as disruption-controller; * for all, -NAME for all but one',
    )
    .option('--cluster-signing-cert-file <file>', 'CA that signs certificate requests, PEM')
    .option('--cluster-signing-key-file <file>', 'private key of this CA, PEM')
    .option(
      '--cluster-signing-duration <duration>',
      'maximum validity of signed certificates; default: 8760h',
    )
    .option(
      '--terminated-pod-gc-threshold <number>',
      'terminated pods that the pod garbage collector keeps; default: 12500',
    )
    .option('--history <duration>', 'retention of resource versions and continue tokens', '5m')
    .option('--livez-grace-period <duration>', 'time for startup before /livez fails', '0s')
    .option(
      '--shutdown-delay-duration <duration>',
      'time to continue serving after a termination signal',
      '0s',
    )
    .option('--token-auth-file <file>', 'users, one per line: token,name,uid,"group1,group2"')
    .option(
      '--authentication-config <file>',
      'AuthenticationConfiguration: issuers of tokens, anonymous requests',
    )
    .option('--anonymous-auth <true|false>', 'accept requests without credentials')
    .option('--client-ca-file <file>', 'CA certificates for client certificates, PEM; needs TLS')
    .option(
      '--requestheader-client-ca-file <file>',
      'CA certificates for proxies that name users in headers, PEM; needs TLS',
    )
    .option('--requestheader-allowed-names <names>', 'common names of these proxies; default: all')
    .option('--requestheader-username-headers <names>', 'headers with the user name')
    .option('--requestheader-uid-headers <names>', 'headers with the uid')
    .option('--requestheader-group-headers <names>', 'headers with a group')
    .option(
      '--requestheader-extra-headers-prefix <prefixes>',
      'prefixes of headers with extra attributes',
    )
    .option(
      '--authentication-token-webhook-config-file <file>',
      'kubeconfig of a webhook that reviews tokens',
    )
    .option(
      '--authentication-token-webhook-version <version>',
      'version of TokenReviews, v1 or v1beta1; default: v1beta1',
    )
    .option(
      '--authentication-token-webhook-cache-ttl <duration>',
      'cache duration of reviews; default: 2m',
    )
    .option(
      '--authorization-mode <modes>',
      'comma-separated: AlwaysAllow, AlwaysDeny, RBAC, Webhook; default: the rules of --allow',
    )
    .option(
      '--authorization-config <file>',
      'AuthorizationConfiguration: authorizers; replaces the other authorization flags',
    )
    .option(
      '--authorization-webhook-config-file <file>',
      'kubeconfig of the webhook for the mode Webhook',
    )
    .option(
      '--authorization-webhook-version <version>',
      'version of SubjectAccessReviews, v1 or v1beta1; default: v1beta1',
    )
    .option(
      '--authorization-webhook-cache-authorized-ttl <duration>',
      'cache duration of allowed requests; default: 5m',
    )
    .option(
      '--authorization-webhook-cache-unauthorized-ttl <duration>',
      'cache duration of other requests; default: 30s',
    )
    .option(
      '--admission-control-config-file <file>',
      'AdmissionConfiguration: configurations of admission plug-ins',
    )
    .option(
      '--enable-admission-plugins <names>',
      'plug-ins to enable: EventRateLimit, ImagePolicyWebhook',
    )
    .option('--disable-admission-plugins <names>', 'plug-ins to disable')
    .option('--allow <file>', 'permissions of users who are not administrators')
    .option(
      '--store-ignored-settings',
      'store settings that the server does not implement, with a warning, instead of refusing them',
    )
    .option('--data-dir <dir>', 'directory for persistent data; default: keep data in memory')
    .option('--etcd-servers <urls>', 'comma-separated URLs of etcd servers to store data in')
    .option('--etcd-prefix <prefix>', 'key prefix in etcd; default: /registry')
    .option('--tls-cert-file <file>', 'certificate for TLS, PEM')
    .option('--tls-private-key-file <file>', 'private key of the certificate, PEM')
    .option(
      '--cert-dir <dir>',
      'directory of a self-signed certificate, created if missing; enables TLS',
    )
    .action(async flags => (await import('./serve.ts')).serve(flags))
  return program
}

// The default feature gates of the reference, which this file does not load. A test compares the
// two.
const gates =
  'AllowUnsafeMalformedObjectDeletion (false), APIResponseCompression (true), ' +
  'CBORServingAndStorage (false), KMSv1 (false)'
