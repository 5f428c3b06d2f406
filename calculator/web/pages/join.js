// The QR code carries the join code behind the '#', which browsers do not send to any server.
const carried = decodeURIComponent(window.location.hash.slice(1));
if (carried) {
  document.getElementById("code").value = carried;
  history.replaceState(null, "", window.location.pathname);
}
