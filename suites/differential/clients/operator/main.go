// A typical operator with controller-runtime: it elects a leader, installs a custom type, watches
// its objects and their dependents, and reconciles them. It prints the visible effects, one line
// per step, so that two servers can be compared line by line.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const space = "operators"

func main() {
	server := flag.String("server", "", "URL of a server that takes us for an administrator")
	flag.Parse()
	ctrl.SetLogger(logr.Discard())

	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(apiextensionsv1.AddToScheme(scheme))
	addGardens(scheme)
	config := &rest.Config{Host: *server, QPS: -1}
	direct, err := client.New(config, client.Options{Scheme: scheme})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	on := &stage{Client: direct, config: config, scheme: scheme}
	for _, step := range steps {
		says, err := step.act(ctx, on)
		if err != nil {
			says = refusal(err)
		}
		fmt.Printf("%s: %s\n", step.name, says)
	}
}
