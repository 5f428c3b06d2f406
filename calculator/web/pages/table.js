// A phone held upright shows forty columns: as large as the screen allows, no smaller than readable.
const COLUMNS = 40;
const CELL_WIDTH = 0.6; // of the font size, in Roboto Mono
document.addEventListener("DOMContentLoaded", () => {
  const terminal = document.getElementById("terminal");
  const fitting = Math.floor(window.innerWidth / (COLUMNS * CELL_WIDTH));
  terminal.dataset.fontSize = Math.max(10, Math.min(16, fitting));
});

// With a keyboard at hand, keys go to the table at once; on a phone that would open its keyboard.
if (!window.matchMedia("(pointer: coarse)").matches) {
  const waiting = setInterval(() => {
    const typing = document.querySelector(".xterm-helper-textarea");
    if (typing) {
      typing.focus();
      clearInterval(waiting);
    }
  }, 50);
}
