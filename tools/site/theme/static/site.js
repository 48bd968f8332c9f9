// The two buttons of the bar, and the keyboard in what scrolls by itself.
const root = document.documentElement;

document.querySelector(".theme").addEventListener("click", () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("romasc-theme", root.dataset.theme);
  } catch {} // a browser may keep nothing
});

const menu = document.querySelector(".menu");
menu.addEventListener("click", (event) => {
  event.preventDefault();
  menu.setAttribute("aria-expanded", String(document.body.classList.toggle("open")));
});

// What is wider than the page can be scrolled with the keyboard, too.
const scrollable = () => {
  for (const box of document.querySelectorAll(".table-wrapper, pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
scrollable();
addEventListener("resize", scrollable);

// The row of this page stands in the middle of the navigation.
const current = document.querySelector("#navigation .current-page");
const navigation = document.getElementById("navigation");
if (current && navigation.scrollHeight > navigation.clientHeight) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
