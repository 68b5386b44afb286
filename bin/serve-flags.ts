import type { Command } from 'commander'
import { auditFlags } from './audit-flags.ts'
import { dialectOption } from './flags.ts'

/** Adds the flags of `serve`. */
export function serveFlags(command: Command): Command {
  return auditFlags(command)
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
}

// The default feature gates of the reference, which this file does not load. A test compares the
// two.
const gates =
  'AllowUnsafeMalformedObjectDeletion (false), APIResponseCompression (true), ' +
  'CBORServingAndStorage (false), KMSv1 (false)'
