// FerretDB 1.x over SQLite: speaks MongoDB's protocol where no MongoDB is. (Its own command does not start when it was
// built outside of a checkout, hence this one.) Takes the address to listen at, an existing folder for the data, and
// for TLS a file with key and certificate and the password of its first user, `tuma`: then it asks each client for a
// user and a password (SCRAM). It knows no roles.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/internal/clientconn"
	"github.com/FerretDB/FerretDB/internal/clientconn/connmetrics"
	"github.com/FerretDB/FerretDB/internal/handler/registry"
	"github.com/FerretDB/FerretDB/internal/util/password"
	"github.com/FerretDB/FerretDB/internal/util/state"
)

func main() {
	stopping, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	if err := serve(stopping, logger, os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		logger.Error(err.Error())
		os.Exit(1)
	}
}

// The embeddable package knows no users; the internal ones do. go.mod says how they can be imported.
func serve(stopping context.Context, logger *slog.Logger, address, folder string, guard []string) error {
	provider, err := state.NewProvider("")
	if err != nil {
		return err
	}
	// The reporter of telemetry is not started here; without this every start warns of it.
	if err = provider.Update(func(s *state.State) { s.DisableTelemetry(); s.TelemetryLocked = true }); err != nil {
		return err
	}
	metrics := connmetrics.NewListenerMetrics()
	handlerOptions := &registry.NewHandlerOpts{
		Logger:        logger,
		ConnMetrics:   metrics.ConnMetrics,
		StateProvider: provider,
		TCPHost:       address,
		SQLiteURL:     "file:" + folder + "/",
		TestOpts:      registry.TestOpts{CappedCleanupPercentage: 10, BatchSize: 100},
	}
	listenerOptions := &clientconn.NewListenerOpts{TCP: address, Mode: clientconn.NormalMode, Metrics: metrics, Logger: logger}
	if len(guard) == 2 {
		listenerOptions.TCP, listenerOptions.TLS = "", address
		listenerOptions.TLSCertFile, listenerOptions.TLSKeyFile = guard[0], guard[0]
		handlerOptions.EnableNewAuth = true
		handlerOptions.SetupDatabase, handlerOptions.SetupUsername = "admin", "tuma"
		handlerOptions.SetupPassword = password.WrapPassword(guard[1])
	}
	handler, closeHandler, err := registry.NewHandler("sqlite", handlerOptions)
	if err != nil {
		return err
	}
	defer closeHandler()
	listenerOptions.Handler = handler
	listener, err := clientconn.Listen(listenerOptions)
	if err != nil {
		return err
	}
	listener.Run(stopping)
	return nil
}
