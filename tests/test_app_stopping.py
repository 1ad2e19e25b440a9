"""Ending a worker in order."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from app.stopping import polite_stop


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_first_signal_only_asks(number: int):
    with polite_stop() as stop:
        os.kill(os.getpid(), number)
        finished = sum(range(1000))
        with pytest.raises(KeyboardInterrupt):
            stop.check()
    assert finished == 499500


def test_a_second_signal_interrupts_at_once():
    with pytest.raises(KeyboardInterrupt), polite_stop() as stop:  # noqa: PT012
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)
        stop.wait(60)


def test_a_wait_ends_when_the_end_is_asked_for():
    with polite_stop() as stop:
        threading.Timer(0.05, stop.ask).start()
        with pytest.raises(KeyboardInterrupt):
            stop.wait(60)


def test_what_handled_the_signals_before_handles_them_again():
    before = signal.getsignal(signal.SIGTERM)
    with polite_stop():
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before


def test_nothing_is_asked_without_a_signal():
    with polite_stop() as stop:
        stop.check()
        stop.wait(0.001)
