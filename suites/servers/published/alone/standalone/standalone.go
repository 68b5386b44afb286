// Package standalone runs an aggregated API server without the kube-apiserver that it extends.
package standalone

import (
	"fmt"
	"net"
	"os"

	"k8s.io/apiserver/pkg/authentication/group"
	"k8s.io/apiserver/pkg/authentication/request/anonymous"
	"k8s.io/apiserver/pkg/authentication/request/bearertoken"
	"k8s.io/apiserver/pkg/authentication/request/union"
	"k8s.io/apiserver/pkg/authentication/token/tokenfile"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/authorization/path"
	authorizers "k8s.io/apiserver/pkg/authorization/union"
	"k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/options"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Flags are the flags that both servers need in addition to those of the caller. They disable the
// features that send requests to the kube-apiserver.
var Flags = []string{
	"--enable-priority-and-fairness=false",
	"--disable-admission-plugins=NamespaceLifecycle,MutatingAdmissionPolicy," +
		"MutatingAdmissionWebhook,ValidatingAdmissionPolicy,ValidatingAdmissionWebhook",
}

// Listen binds a free port of the loopback interface, and removes the delegated authentication and
// authorization.
func Listen(recommended *options.RecommendedOptions) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().(*net.TCPAddr)
	recommended.SecureServing.Listener = listener
	recommended.SecureServing.BindPort = address.Port
	recommended.SecureServing.ExternalAddress = address.IP
	recommended.Authentication = nil
	recommended.Authorization = nil
	return nil
}

// Secure authenticates the tokens of the file, and all other requests as system:anonymous. Members
// of system:masters may do everything, the others may read the health endpoints and /version.
func Secure(config *server.RecommendedConfig, tokens string) error {
	known, err := tokenfile.NewCSV(tokens)
	if err != nil {
		return err
	}
	config.Authentication.Authenticator = union.NewFailOnError(
		group.NewAuthenticatedGroupAdder(bearertoken.New(known)),
		anonymous.NewAuthenticator(nil),
	)
	open, err := path.NewAuthorizer([]string{"/livez", "/readyz", "/healthz", "/version"})
	if err != nil {
		return err
	}
	config.Authorization.Authorizer = authorizers.New(
		authorizerfactory.NewPrivilegedGroups("system:masters"), open)

	// Informers on the kube-apiserver would never sync, so that the server would never be ready.
	client, err := kubernetes.NewForConfig(config.ClientConfig)
	if err != nil {
		return err
	}
	config.SharedInformerFactory = informers.NewSharedInformerFactory(client, 0)
	return nil
}

// Announce prints the URL of the server. The parent process waits for it.
func Announce(recommended *options.RecommendedOptions) {
	fmt.Fprintf(os.Stdout, "https://127.0.0.1:%d\n", recommended.SecureServing.BindPort)
}
