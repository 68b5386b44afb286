// Runs the published sample-apiserver standalone on etcd. Its first argument is a token file, the
// others are flags.
package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/component-base/cli"
	"k8s.io/sample-apiserver/pkg/cmd/server"

	"touchstone/alone/standalone"
)

func main() {
	ctx := genericapiserver.SetupSignalContext()
	options := server.NewWardleServerOptions(os.Stdout, os.Stderr)
	command := server.NewCommandStartWardleServer(ctx, options, false)
	tokens := os.Args[1]
	command.SetArgs(append(standalone.Flags, os.Args[2:]...))
	command.RunE = func(*cobra.Command, []string) error { return run(ctx, options, tokens) }
	os.Exit(cli.Run(command))
}

func run(ctx context.Context, options *server.WardleServerOptions, tokens string) error {
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
	apiserver, err := config.Complete().New()
	if err != nil {
		return err
	}
	// The published command does the same. The BanFlunder plug-in waits for these informers.
	start := func(hook genericapiserver.PostStartHookContext) error {
		config.GenericConfig.SharedInformerFactory.Start(hook.Done())
		options.SharedInformerFactory.Start(hook.Done())
		return nil
	}
	if err := apiserver.GenericAPIServer.AddPostStartHook("start-sample-server-informers", start); err != nil {
		return err
	}
	standalone.Announce(recommended)
	return apiserver.GenericAPIServer.PrepareRun().RunWithContext(ctx)
}
