// Runs the published apiextensions-apiserver standalone on etcd. Its first argument is a token
// file, the others are flags.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/pflag"
	crds "k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	genericapiserver "k8s.io/apiserver/pkg/server"

	"touchstone/alone/standalone"
)

func main() {
	options := crds.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	flags := pflag.NewFlagSet("apiextensions-apiserver", pflag.ExitOnError)
	options.AddFlags(flags)
	// Parse exits the process on an error.
	_ = flags.Parse(append(standalone.Flags, os.Args[2:]...))
	if err := run(genericapiserver.SetupSignalContext(), options, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(
	ctx context.Context, options *crds.CustomResourceDefinitionsServerOptions, tokens string,
) error {
	if err := options.ServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return err
	}
	recommended := options.RecommendedOptions
	if err := standalone.Listen(recommended); err != nil {
		return err
	}
	if err := options.Complete(); err != nil {
		return err
	}
	config, err := options.Config()
	if err != nil {
		return err
	}
	if err := standalone.Secure(config.GenericConfig, tokens); err != nil {
		return err
	}
	apiserver, err := config.Complete().New(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return err
	}
	standalone.Announce(recommended)
	return apiserver.GenericAPIServer.PrepareRun().RunWithContext(ctx)
}
